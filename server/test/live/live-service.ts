import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from 'viem';
import { createAttestations } from '../../../devnet/attestations/attestation-server.ts';
import { sentMessages } from '../../../devnet/attestations/sent-messages.ts';
import type { EvmChain } from '../../../devnet/evm/chain-specs.ts';
import type { EvmChains } from '../../../devnet/evm/evm-chains.ts';
import { openMarket } from '../../../devnet/evm/market.ts';
import { startEvmChains } from '../../../devnet/evm/start-chains.ts';
import { localUniswap } from '../../../devnet/evm/uniswap.ts';
import type { SolanaChain } from '../../../devnet/solana/start-solana.ts';
import { liveChains } from '../../src/chains/setup/live-chains.ts';
import { createWallet, loadWallet } from '../../src/chains/wallets/wallets.ts';
import { cursorOf } from '../../src/chains/watching/cursors.ts';
import { fixedRates } from '../../src/treasury/prices/fixed-rates.ts';
import { noPublicLimits } from '../pages/checkout/support.ts';
import { until } from '../support/process.ts';
import { masterKey, startTestService, type TestService } from '../support/service.ts';
import { deployVault } from './deploy-vault.ts';
import { livePayments } from './live-payments.ts';
import { giveGas } from './solana-service.ts';

export interface LiveService<C extends EvmChain> extends TestService {
  chains: EvmChains<C>;
  vault: string;
  /** Settings of commands beside it. */
  env: Record<string, string>;
  /** Creates a live payment and chooses how it is paid. */
  open(chain: C, token: string, body?: object): Promise<Opened>;
  get(paymentId: string): Promise<Record<string, unknown>>;
  untilStatus(paymentId: string, status: string): Promise<Record<string, unknown>>;
  /** Units that final blocks hold for the payment. */
  received(paymentId: string): Promise<bigint>;
  /** Waits until the newest block of the chain has been read. */
  untilRead(chain: C): Promise<void>;
}

export interface Opened {
  payment_id: string;
  address: Address;
  token_amount: string;
  payment_uri: string;
  expires_at: string;
}

/** Blocks on top until an amount is final. */
export const confirmations = 3;

/** The service with live keys, beside local chains on which the vault is deployed. */
export function startLiveService<C extends EvmChain>(...names: C[]): Promise<LiveService<C>> {
  return startServiceBeside(names, null);
}

/** The same with Uniswap, a pool of USDC for every other token, Circle's bridge, and routing on. */
export function startLiveRouting<C extends EvmChain>(...names: C[]): Promise<LiveService<C>> {
  return startServiceBeside(names, null, { ROUTING: 'on' });
}

/** The same, on chains that say what is finalized, so many blocks behind: small amounts are final by the service's own depth. */
export function startLiveByTag<C extends EvmChain>(
  finalizedDepth: number,
  ...names: C[]
): Promise<LiveService<C>> {
  return startServiceBeside(names, null, {}, finalizedDepth);
}

/** The same, beside this Solana too. */
export async function startServiceBeside<C extends EvmChain>(
  names: C[],
  solana: SolanaChain | null,
  env: Record<string, string> = {},
  finalizedDepth: number | null = null,
  nodesOf: (url: string) => Promise<string[]> = async (url) => [url],
): Promise<LiveService<C>> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-live-'));
  const attestations = createAttestations(sentMessages(() => chains));
  const routes = { attestations: attestations.serve };
  const depth = finalizedDepth === null ? undefined : { safe: 4, finalized: finalizedDepth };
  const chains: EvmChains<C> = await startEvmChains({ chains: names, routes, depth });
  if (env['ROUTING']) for (const name of names) await openMarket(chains, name);
  const file = join(folder, 'chains.json');
  const walletFile = join(folder, 'wallet.json');
  const nodes = await Promise.all(names.map((name) => nodesOf(chains.urls[name])));
  const settings = names.map((name, index) => [
    name,
    {
      rpc_urls: nodes[index],
      tokens: chains.tokens[name],
      ...(finalizedDepth === null ? { confirmations } : {}),
      poll_ms: 100,
      uniswap: localUniswap(name),
    },
  ]);
  const onSolana = solana ? { solana: { rpc_urls: [solana.url], poll_ms: 100 } } : {};
  writeFileSync(file, JSON.stringify({ ...Object.fromEntries(settings), ...onSolana }));
  let vault = '';
  const service = await startTestService({
    workers: true,
    env: { CHAINS_FILE: file, WALLET_FILE: walletFile, CCTP_URL: `${chains.url}/attestations`, ...env },
    rates: { test: fixedRates, live: fixedRates },
    requestsPerMinute: { test: 100_000, live: 100_000 },
    publicLimits: noPublicLimits,
    async prepare(ctx) {
      const { evm_vault, solana_fee_payer } = await createWallet(ctx, walletFile, async () => {});
      vault = evm_vault;
      if (solana && solana_fee_payer) await giveGas(solana, solana_fee_payer);
      const wallet = await loadWallet(ctx, walletFile);
      const live = liveChains(ctx.config.chains, vault);
      await Promise.all(live.map((chain) => deployVault(chains, chain, wallet)));
    },
  });
  await until(
    () => service.ctx.chains.payable('live').length === names.length + (solana ? 1 : 0),
    60_000,
    () => names.map((name) => `${name}: ${service.ctx.liveChains.problem(name)}`).join('\n'),
  );
  const { get, openPayment, untilStatus } = livePayments(service);
  return {
    ...service,
    chains,
    vault,
    env: {
      DATABASE_URL: service.databaseUrl,
      CHAINS_FILE: file,
      WALLET_FILE: walletFile,
      MASTER_KEY: masterKey,
    },
    open: openPayment,
    get,
    untilStatus,
    async received(paymentId) {
      const [row] = await service.ctx.db<{ units: string }[]>`
        select coalesce(sum(units), 0) as units from arrivals join watched_addresses using (chain, address)
        where payment_id = ${paymentId} and state = 'final'`;
      return BigInt(row?.units ?? 0);
    },
    untilRead: (chain) =>
      until(
        async () => Number((await cursorOf(service.ctx.db, chain))?.number) === chains.head(chain),
        60_000,
      ),
    async stop() {
      await service.stop();
      await chains.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
