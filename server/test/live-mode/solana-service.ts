import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { createWallet } from '../../src/live-mode/wallets.ts';
import { fixedRates } from '../../src/pricing/fixed-rates.ts';
import { until } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { livePayments } from './live-payments.ts';

export interface SolanaService extends TestService {
  chain: SolanaChain;
  /** Creates a live payment and chooses how it is paid. */
  open(token: 'SOL' | 'USDC', body?: object): Promise<Record<string, string>>;
  get(paymentId: string): Promise<Record<string, unknown>>;
  untilStatus(paymentId: string, status: string): Promise<Record<string, unknown>>;
}

/** Blocks until the chain calls one finalized. */
export const finalityBlocks = 8;

/** The service with live keys, beside a local Solana. */
export async function startSolanaService(): Promise<SolanaService> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-solana-'));
  const chain = await startSolana({ lags: { finalized: finalityBlocks } });
  const file = join(folder, 'chains.json');
  const walletFile = join(folder, 'wallet.json');
  writeFileSync(file, JSON.stringify({ solana: { rpc_urls: [chain.url], poll_ms: 100 } }));
  const service = await startTestService({
    workers: true,
    env: { CHAINS_FILE: file, WALLET_FILE: walletFile },
    rates: { test: fixedRates, live: fixedRates },
    requestsPerMinute: { test: 100_000, live: 100_000 },
    async prepare(ctx) {
      await createWallet(ctx, walletFile, async () => {});
    },
  });
  const { ctx } = service;
  // The check may have come before the first addresses: the next one is half a minute later.
  await until(
    () => ctx.chains.payable('live').includes('solana'),
    60_000,
    () => String(ctx.liveChains.problem('solana')),
  );
  const { get, openPayment, untilStatus } = livePayments(service);
  return {
    ...service,
    chain,
    get,
    open: (token, body) => openPayment('solana', token, body),
    untilStatus,
    async stop() {
      await service.stop();
      await chain.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
