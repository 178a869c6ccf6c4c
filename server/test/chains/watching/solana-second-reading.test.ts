import { afterAll, beforeAll, expect, it } from 'vitest';
import { usdcMint } from '../../../../devnet/solana/addresses.ts';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import type { Context } from '../../../src/app/context.ts';
import { solanaChain } from '../../../src/chains/solana/solana-chain.ts';
import { arrivalsAt, watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { createSolanaLane } from '../../../src/chains/watching/solana/solana-lane.ts';
import { type LyingNode, startLyingNode } from '../../live/lying-node.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type DyingWorker, dyingWorker } from './dying-worker.ts';

let service: TestService;
let chain: SolanaChain;
let liar: LyingNode;
let clock: ManualClock;
let ctx: Context;
let worker: DyingWorker;
let lane: ReturnType<typeof createSolanaLane>;
let [treasury, customer, thief] = ['', '', ''];
let createLane: (of: Context, holder: string) => typeof lane;

beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
  service.ctx.log.level = 'silent';
  chain = await startSolana({ lags: { finalized: 8 } });
  liar = await startLyingNode(chain.url);
  clock = manualClock(Date.now());
  ctx = {
    ...service.ctx,
    clock,
    followers: {
      ...service.ctx.followers,
      arrivalsChanged: async () => {},
      needingSecondNode: async (_tx, _chain, addresses) => addresses,
    },
  };
  const names = ['treasury', 'customer', 'thief'];
  [treasury = '', customer = '', thief = ''] = await Promise.all(
    names.map(async (name) => (await localSigner(`second reading ${name}`)).address),
  );
  const watchUntil = new Date(clock.nowMs() + 91 * 86_400_000);
  const watched = [customer, thief].map((address) => ({ chain: 'solana' as const, address, watchUntil }));
  await watchAddresses(ctx, ctx.db, watched);
  await ctx.db`insert into former_treasuries (address, left_at) values (${treasury}, now())`;
  const rpcUrls = [liar.url, chain.url.replace('localhost', '127.0.0.1')];
  const { genesisHash } = solanaChain;
  const live = { id: 'solana' as const, genesisHash, rpcUrls, usdcMint, strays: [], pollMs: 1000 };
  createLane = (of, holder) => createSolanaLane(of, live, holder);
  worker = dyingWorker(ctx);
  lane = createLane(worker.ctx, 'one');
});
afterAll(async () => {
  await service?.stop();
  await liar?.stop();
  await chain?.stop();
});

async function passes(count: number): Promise<void> {
  for (let pass = 0; pass < count; pass++) {
    clock.advance(1000);
    chain.mine();
    await lane.run(new AbortController().signal, () => false);
  }
}

const found = async (address: string) =>
  (await arrivalsAt(ctx.db, 'solana', [address])).map(({ units, state }) => `${units} ${state}`);
const dueSlots = () => ctx.db`select from due_rescans where chain = 'solana'`;

it('lets the next worker find whom a payment into the treasury was for, if the one that took it back from another dies', async () => {
  await passes(2);
  liar.lie = ({ method }, result) =>
    method === 'getTransaction' ? JSON.parse(JSON.stringify(result).replaceAll(customer, thief)) : result;
  await chain.pay({ token: 'USDC', to: treasury, units: 5n, references: [customer] });
  await passes(14);
  expect([await found(customer), await found(thief)]).toEqual([[], ['5 seen']]);
  liar.lie = null;
  worker.isDoomed = true;
  await passes(2);
  expect(worker.isDead).toBe(true);
  expect([await found(customer), await found(thief)]).toEqual([[], ['5 gone']]);
  expect(await dueSlots()).toHaveLength(1);

  lane = createLane(ctx, 'two');
  clock.advance(60_000);
  await passes(4);
  expect([await found(customer), await found(thief)]).toEqual([['5 final'], []]);
  expect(await dueSlots()).toEqual([]);
});
