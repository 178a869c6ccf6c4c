import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usdcMint } from '../../../devnet/solana/addresses.ts';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { tokenAccountOf } from '../../src/chains/solana/token-account.ts';
import { createWallet } from '../../src/chains/wallets/wallets.ts';
import { fixedRates } from '../../src/treasury/prices/fixed-rates.ts';
import { noPublicLimits } from '../pages/checkout/support.ts';
import { until } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { livePayments } from './live-payments.ts';

export interface SolanaService extends TestService {
  chain: SolanaChain;
  treasury: string;
  feePayer: string;
  balanceOf(token: 'SOL' | 'USDC', owner: string): Promise<bigint>;
  /** Creates a live payment and chooses how it is paid. */
  open(token: 'SOL' | 'USDC', body?: object): Promise<Record<string, string>>;
  get(paymentId: string): Promise<Record<string, unknown>>;
  untilStatus(paymentId: string, status: string): Promise<Record<string, unknown>>;
}

interface Answer {
  result: { value: { lamports: number; data: [string] } | null };
}

/** Blocks until the chain calls one finalized. */
export const finalityBlocks = 8;

export async function giveGas(chain: SolanaChain, feePayer: string): Promise<void> {
  await chain.pay({ token: 'SOL', to: feePayer, units: 1_000_000_000n });
  chain.mine(finalityBlocks + 1);
}

export async function solanaBalance(
  chain: SolanaChain,
  token: 'SOL' | 'USDC',
  owner: string,
): Promise<bigint> {
  const account = token === 'SOL' ? owner : await tokenAccountOf(owner, usdcMint);
  const config = { encoding: 'base64', commitment: 'processed' };
  const { result } = chain.answer('getAccountInfo', [account, config]) as Answer;
  if (result.value === null) return 0n;
  const { lamports, data } = result.value;
  return token === 'SOL' ? BigInt(lamports) : Buffer.from(data[0], 'base64').readBigUInt64LE(64);
}

/** The service with live keys, beside a local Solana. */
export async function startSolanaService(
  nodesOf: (url: string) => Promise<string[]> = async (url) => [url],
  env: Record<string, string> = {},
): Promise<SolanaService> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-solana-'));
  const chain = await startSolana({ lags: { finalized: finalityBlocks } });
  const file = join(folder, 'chains.json');
  const walletFile = join(folder, 'wallet.json');
  writeFileSync(file, JSON.stringify({ solana: { rpc_urls: await nodesOf(chain.url), poll_ms: 100 } }));
  let [treasury, feePayer] = ['', ''];
  const service = await startTestService({
    workers: true,
    env: { CHAINS_FILE: file, WALLET_FILE: walletFile, ...env },
    rates: { test: fixedRates, live: fixedRates },
    requestsPerMinute: { test: 100_000, live: 100_000 },
    publicLimits: noPublicLimits,
    async prepare(ctx) {
      const row = await createWallet(ctx, walletFile, async () => {});
      treasury = row.solana_treasury ?? '';
      feePayer = row.solana_fee_payer ?? '';
      await giveGas(chain, feePayer);
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
    treasury,
    feePayer,
    balanceOf: (token, owner) => solanaBalance(chain, token, owner),
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
