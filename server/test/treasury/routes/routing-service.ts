import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Address } from 'viem';
import { type Attestations, createAttestations } from '../../../../devnet/attestations/attestation-server.ts';
import { sentMessages } from '../../../../devnet/attestations/sent-messages.ts';
import { type EvmChain, isNative } from '../../../../devnet/evm/chain-specs.ts';
import type { EvmChains } from '../../../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../../../devnet/evm/start-chains.ts';
import { deployUniswap, type LocalUniswap, localUniswap, type Pool } from '../../../../devnet/evm/uniswap.ts';
import type { SolanaMarket } from '../../../../devnet/solana/jupiter.ts';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import type { Context } from '../../../src/app/context.ts';
import { createEvmNode } from '../../../src/chains/evm/node.ts';
import { liveChains, liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { createLocalSigner } from '../../../src/chains/wallets/evm/local-signer.ts';
import { createLocalSolanaSigner } from '../../../src/chains/wallets/solana/local-solana-signer.ts';
import type { Wallet } from '../../../src/chains/wallets/wallet.ts';
import { createWallet, loadWallet } from '../../../src/chains/wallets/wallets.ts';
import type { ChainId, Token } from '../../../src/lib/chains/registry.ts';
import { dayMs } from '../../../src/lib/durations.ts';
import { alarmTasks } from '../../../src/messages/alarms/tasks.ts';
import { fixedRates } from '../../../src/treasury/prices/fixed-rates.ts';
import { compareWithChain } from '../../../src/treasury/reconciliation/evm/compare-evm.ts';
import { differenceIn } from '../../../src/treasury/reconciliation/reconciliation.ts';
import type { Asset, RouteProvider } from '../../../src/treasury/routes/providers/provider.ts';
import { type Providers, withEngine } from '../../../src/treasury/routes/providers/providers.ts';
import { findRoute, makeRoute, showRoute } from '../../../src/treasury/routes/route-balance.ts';
import { createRouteTask } from '../../../src/treasury/routes/tasks.ts';
import { selectLanesAtWork } from '../../../src/treasury/transfers/evm/batch-store.ts';
import { createSendingLane, type SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { createSolanaSendingLane } from '../../../src/treasury/transfers/solana/solana-lane.ts';
import { deployVault } from '../../live/deploy-vault.ts';
import { masterKey, startTestService, type TestService } from '../../support/service.ts';
import { account, balances, moving, postNow } from '../ledger/support.ts';

export const usdc = 10n ** 6n;
export const ether = 10n ** 18n;
/** As our own median says. */
export const atMarket = { eth: { units: [ether, 3000n * usdc] }, usdt: { units: [usdc, usdc] } } as const;
const confirmations = 2;
/** Blocks until one is finalized on Solana. */
export const finalityBlocks = 8;

export interface RoutingService extends TestService {
  chains: EvmChains<EvmChain>;
  /** Null unless the service was started with it. */
  solana: SolanaChain | null;
  /** Jupiter's, on Solana. */
  market: SolanaMarket;
  /** Circle's, for burns on these chains. */
  attestations: Attestations;
  /** On the first chain, as the pools: ETH and USDC for 0.05 %, USDT and USDC for 0.01 %. */
  uniswap: LocalUniswap;
  pools: { eth: Pool; usdt: Pool };
  /** The pools of ETH on the other chains. */
  ethPools: Map<EvmChain, Pool>;
  vault: Address;
  wallet: Wallet;
  /** Settings of commands beside it. */
  env: Record<string, string>;
  /** A merchant with this balance, whose money is in the vault: on the first chain, unless told otherwise. */
  addMerchant(token: Token, units: bigint, chain?: EvmChain): Promise<string>;
  /** More for a merchant. */
  addBalance(merchantId: string, token: Token, units: bigint, chain?: EvmChain): Promise<void>;
  /** The same, only in the ledger. */
  addBooked(merchantId: string, token: Token, units: bigint, chain?: EvmChain): Promise<void>;
  /** Makes a route, from the first chain into USDC there unless told otherwise. Returns its id. */
  begin(merchantId: string, token: Token, units: bigint, to?: Asset, chain?: ChainId): Promise<string>;
  /** A worker: goes on with routes and transfers once, and mines. */
  step(worker?: { ctx?: Context; providers?: Providers; mines?: boolean }): Promise<void>;
  /** Steps until the route has ended or is stuck. */
  finish(routeId: string, worker?: Parameters<RoutingService['step']>[0]): Promise<void>;
  /** A route with its steps. */
  shown(routeId: string): Promise<NonNullable<Awaited<ReturnType<typeof showRoute>>>>;
  /** Lets time pass for workers. */
  pass(ms: number): void;
  balanceOf(token: Token, holder: string, chain?: EvmChain): Promise<bigint>;
  /** What the first chain held beyond the ledger at a block, for each token where that is not zero. */
  differencesAt(block: number): Promise<Record<string, bigint>>;
  /** What the operator is told of now. */
  alarms(): Promise<string[]>;
  /** Balances of accounts on these chains that are not zero, less those of gas. */
  books(): Promise<Record<string, bigint>>;
}

/** The service without workers, beside local chains with the vault and Uniswap. Merchants are paid on the first of them. */
export async function startRoutingService(
  seed: string,
  names: readonly [EvmChain, ...EvmChain[]] = ['ethereum'],
  env: Record<string, string> = {},
  hasSolana = false,
): Promise<RoutingService> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-routing-'));
  const attestations = createAttestations(
    sentMessages(
      () => chains,
      () => solana,
    ),
  );
  const { hasAttested: isAttested } = attestations;
  // Its clock runs ahead with every block: a day is more than tests mine, so that it stays behind the other chains'.
  const startedAt = new Date(Date.now() - dayMs);
  const market: SolanaMarket = { usdcPerSol: 150n * usdc };
  const solana = hasSolana
    ? await startSolana({ lags: { finalized: finalityBlocks }, seed, isAttested, startedAt, market })
    : null;
  const routes = { attestations: attestations.serve };
  const chains: EvmChains<EvmChain> = await startEvmChains<EvmChain>({ chains: names, seed, routes });
  const [home, ...others] = names;
  const ethPoolOf = (one: LocalUniswap) => one.addPool(['ETH', 'USDC'], 500, atMarket.eth, 10_000n * ether);
  const uniswap = await deployUniswap(chains, home);
  const pools = {
    eth: await ethPoolOf(uniswap),
    usdt: await uniswap.addPool(['USDT', 'USDC'], 100, atMarket.usdt, 30_000_000n * usdc),
  };
  const ethPools = new Map<EvmChain, Pool>();
  for (const name of others.filter((one) => isNative(one, 'ETH')))
    ethPools.set(name, await ethPoolOf(await deployUniswap(chains, name)));
  const [walletFile, chainsFile] = [join(folder, 'wallet.json'), join(folder, 'chains.json')];
  const settings: [ChainId, unknown][] = names.map((name) => [
    name,
    {
      rpc_urls: [chains.urls[name]],
      tokens: chains.tokens[name],
      confirmations,
      poll_ms: 100,
      uniswap: localUniswap(name),
    },
  ]);
  if (solana) settings.push(['solana', { rpc_urls: [solana.url], poll_ms: 100 }]);
  writeFileSync(chainsFile, JSON.stringify(Object.fromEntries(settings)));
  /** Time that tests let pass. */
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  let vault = '' as Address;
  let wallet: Wallet | undefined;
  const serviceEnv = {
    CHAINS_FILE: chainsFile,
    WALLET_FILE: walletFile,
    MASTER_KEY: masterKey,
    RATES_SOURCES: 'none',
    OPERATOR_EMAIL: 'ops@example.com',
    CCTP_URL: `${chains.url}/attestations`,
    ...env,
  };
  const service = await startTestService({
    env: serviceEnv,
    clock,
    rates: { test: fixedRates, live: fixedRates },
    async prepare(ctx) {
      const row = await createWallet(ctx, walletFile, async () => {});
      vault = row.evm_vault as Address;
      await solana?.pay({ token: 'SOL', to: row.solana_fee_payer ?? '', units: 10n ** 10n });
      wallet = await loadWallet(ctx, walletFile);
      for (const chain of liveChains(ctx.config.chains, vault)) await deployVault(chains, chain, wallet);
      await mineAll();
    },
  });
  if (!wallet) throw new Error('no wallet was made');
  const live = liveChains(service.ctx.config.chains, vault);
  const signer = createLocalSigner(wallet);
  const [solanaChain, solanaSigner] = [
    liveSolana(service.ctx.config.chains),
    createLocalSolanaSigner(wallet),
  ];
  const chainNames: ChainId[] = solana ? [...names, 'solana'] : [...names];
  const lanesByWorker = new WeakMap<Context, SendingLane[]>();
  // The ledger was compared with the chain, at a block that is newer than every route of these tests.
  await service.ctx.db`
    insert into ledger_reconciliations (chain, due_at, checked_at, block_number, block_time)
    select chain, '2100-01-01', '2100-01-01', 1, '2100-01-01' from unnest(${chainNames}::text[]) as chain
    on conflict (chain) do update set checked_at = excluded.checked_at, block_time = excluded.block_time`;

  /** The lanes of a worker, which keeps its connections. */
  function lanesOf(ctx: Context): SendingLane[] {
    const known = lanesByWorker.get(ctx);
    if (known) return known;
    const opened = live.map((chain) => createSendingLane(ctx, chain, vault, signer));
    if (solanaChain) opened.push(createSolanaSendingLane(ctx, solanaChain, solanaSigner));
    lanesByWorker.set(ctx, opened);
    return opened;
  }

  async function step({
    ctx = service.ctx,
    providers,
    mines = true,
  }: Parameters<RoutingService['step']>[0] = {}): Promise<void> {
    aheadMs += 10_000;
    await createRouteTask(providers).run(ctx);
    const atWork = await selectLanesAtWork(ctx.db, ctx.clock.now());
    // On Solana a lane first makes the accounts that it needs.
    for (const lane of lanesOf(ctx))
      if (lane.chain.id === 'solana' || atWork.includes(lane.chain.id))
        await lane.run(new AbortController().signal);
    if (mines) await mineAll();
  }

  /** Until everything is final. */
  async function mineAll(): Promise<void> {
    for (const name of names) await chains.mine(name, confirmations + 1);
    solana?.mine(finalityBlocks + 1);
  }

  const addBalance: RoutingService['addBalance'] = async (merchantId, token, units, chain = home) => {
    await chains.pay({ chain, token, to: vault, units });
    await addBooked(merchantId, token, units, chain);
  };

  const addBooked: RoutingService['addBooked'] = async (merchantId, token, units, chain = home) => {
    const rest = { environment: 'live', chain, token } as const;
    const [held, owed] = [account('vault', merchantId, rest), account('merchant_balance', merchantId, rest)];
    await postNow(service.ctx, [moving('completion', service.ctx.ids.next('pay'), units, owed, held)]);
  };

  async function differencesAt(block: number): Promise<Record<string, bigint>> {
    const { db, openRpc } = service.ctx;
    const header = (await chains.rpc(home, 'eth_getBlockByNumber', [`0x${block.toString(16)}`, false])) as {
      hash: string;
    };
    await db`delete from chain_blocks`;
    await db`insert into chain_blocks (chain, number, hash, block_time) values (${home}, ${block}, ${header.hash}, now())`;
    await db`
      insert into chain_cursors (chain, number, final_number) values (${home}, ${block}, ${block})
      on conflict (chain) do update set number = excluded.number, final_number = excluded.final_number`;
    const chain = live.find(({ id }) => id === home);
    if (!chain) return {};
    const rpc = openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: clock.nowMs });
    const compared = await compareWithChain(db, createEvmNode(rpc, chain.multicall), chain, vault);
    await rpc.close();
    const found = (compared?.comparisons ?? []).map((one) => [one.token, differenceIn(one)] as const);
    return Object.fromEntries(found.filter(([, units]) => units !== 0n));
  }

  const shown: RoutingService['shown'] = async (routeId) => {
    const found = await showRoute(service.ctx, routeId);
    if (!found) throw new Error(`there is no route ${routeId}`);
    return found;
  };

  return {
    ...service,
    chains,
    solana,
    market,
    attestations,
    uniswap,
    env: { ...serviceEnv, DATABASE_URL: service.databaseUrl },
    differencesAt,
    pools,
    ethPools,
    vault,
    wallet,
    step,
    shown,
    pass(ms) {
      aheadMs += ms;
    },
    addBalance,
    addBooked,
    async addMerchant(token, units, chain) {
      const { merchantId } = await service.createMerchant();
      await addBalance(merchantId, token, units, chain);
      return merchantId;
    },
    async begin(merchantId, token, units, to = { chain: home, token: 'USDC' }, chain = home) {
      const { ctx } = service;
      const way = { from: { chain, token }, to, units };
      const plan = await withEngine(ctx, (engine) => findRoute(engine, way));
      if (!plan || 'refusals' in plan) throw new Error(JSON.stringify(plan));
      const owner = { environment: 'live', initiator: 'schedule', merchantId } as const;
      const route = { ...way, ...owner, currency: 'USD', worthMinor: 100n, coversAfter: null } as const;
      const made = await ctx.db.begin((tx) => makeRoute(ctx, tx, route, plan));
      if (!made) throw new Error('another route is not resolved');
      return made.route_id;
    },
    async finish(routeId, worker) {
      for (let count = 0; count < 60; count++) {
        if ((await shown(routeId)).route.status !== 'processing') return;
        await step(worker);
      }
      throw new Error(`not finished: ${inspect((await shown(routeId)).route)}`);
    },
    async balanceOf(token, holder, chain = home) {
      const contract = (chains.tokens[chain] as Partial<Record<Token, string>>)[token];
      if (!contract) return BigInt((await chains.rpc(chain, 'eth_getBalance', [holder, 'latest'])) as string);
      const data = `0x70a08231${'0'.repeat(24)}${holder.slice(2)}`;
      return BigInt((await chains.rpc(chain, 'eth_call', [{ to: contract, data }, 'latest'])) as string);
    },
    async alarms() {
      for (const task of alarmTasks) await task.run(service.ctx);
      const rows = await service.ctx.db<{ subject: string }[]>`
        select subject from alarms where over_at is null order by alarm_id`;
      return rows.map(({ subject }) => subject);
    },
    async books() {
      const found = [...(await balances(service.ctx))].filter(
        ([name, units]) =>
          units !== 0n && chainNames.some((chain) => name.includes(` ${chain} `)) && !name.startsWith('gas'),
      );
      return Object.fromEntries(found);
    },
    async stop() {
      await service.stop();
      await chains.stop();
      await solana?.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Changes what Uniswap does. */
export function changed(change: (built: RouteProvider) => Partial<RouteProvider>): Providers {
  return (built) => built.map((provider) => ({ ...provider, ...change(provider) }));
}
