import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usdcMint } from '../../../../devnet/solana/addresses.ts';
import { type SolanaChain, startSolana } from '../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { arrivalsAt, cursorOf, watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { rescanTreasury } from '../../../src/chains/watching/solana/rescan-treasury.ts';
import { createSlotLedger, type PgSlotLedger } from '../../../src/chains/watching/solana/slot-ledger.ts';
import { takeSlotStep } from '../../../src/chains/watching/solana/slot-step.ts';
import { type SolanaWatcher, slotRules } from '../../../src/chains/watching/solana/solana-watcher.ts';
import { createTreasury } from '../../../src/chains/watching/solana/treasury-accounts.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createWatcher } from './solana/slot-history.ts';

let service: TestService;
let chain: SolanaChain;
let ledger: PgSlotLedger;
let watcher: SolanaWatcher;
let treasury: KeyPairSigner;
let deposit: KeyPairSigner;
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
  chain = await startSolana({ port: null, lags: { finalized: 8 } });
  treasury = await localSigner('treasury');
  deposit = await localSigner('deposit');
  const { ctx } = service;
  const watchUntil = new Date(ctx.clock.nowMs() + 91 * 86_400_000);
  await watchAddresses(ctx, ctx.db, [{ chain: 'solana', address: deposit.address, watchUntil }]);
  ledger = createSlotLedger(
    { ...ctx, followers: { ...ctx.followers, arrivalsChanged: async () => {} } },
    'one',
  );
  const made = createWatcher(chain, ledger, slotRules, Date.now, async () => {});
  watcher = { ...made, treasury: await createTreasury([treasury.address], usdcMint, tokenAccountOf) };
});
afterAll(async () => {
  await service?.stop();
  await chain?.stop();
});

async function passes(count: number): Promise<void> {
  for (let pass = 0; pass < count; pass++) {
    chain.mine();
    await takeSlotStep(watcher);
  }
}
const pay = (units: bigint, references: string[]) =>
  chain.pay({ token: 'USDC', to: treasury.address, units, references });
const found = async () =>
  (await arrivalsAt(service.ctx.db, 'solana', [deposit.address])).map(
    ({ units, state }) => `${units} ${state}`,
  );
const slot = async () => Number((await cursorOf(service.ctx.db, 'solana'))?.number);
const rescan = (from: number) => {
  if (!watcher.treasury) throw new Error('there is no treasury');
  return rescanTreasury(service.ctx.db, watcher.node, watcher.treasury, from);
};

it("reads the treasury's history again from a slot on, also where nothing comes before it", async () => {
  const { db } = service.ctx;
  await pay(1n, []);
  await passes(12);
  const from = await slot();
  await pay(5n, [deposit.address]);
  await passes(12);
  expect(await found()).toEqual(['5 final']);
  // As if it had never been seen.
  await db`delete from arrivals`;
  await passes(2);
  expect(await found()).toEqual([]);
  const usdcAccount = await tokenAccountOf(treasury.address, usdcMint);
  expect(await rescan(from + 1)).toEqual([treasury.address, usdcAccount]);
  const marks = await ledger.marksOf([treasury.address, usdcAccount]);
  expect(marks.get(usdcAccount)?.units, 'what it had then is not known').toBeNull();
  await passes(3);
  expect(await found()).toEqual(['5 final']);
  await db`delete from arrivals`;
  await rescan(0);
  expect((await ledger.marksOf([usdcAccount])).size).toBe(0);
  await passes(3);
  expect(await found()).toEqual(['5 final']);
  // What is known stays as it is.
  await rescan(0);
  const before = await slot();
  await passes(3);
  expect(await found()).toEqual(['5 final']);
  expect(await slot()).toBeGreaterThan(before);
});

it('refuses the step that is under way, which has read on from the old marks', async () => {
  const held = await ledger.take();
  if (!held?.at) throw new Error('the chain is not read');
  await rescan(0);
  const isDone = await ledger.commit(held, {
    ...{ at: held.at, standsBecause: null, finalizedSlot: held.finalNumber, arrivals: [], departures: [] },
    ...{ contested: [], final: [], gone: [], marks: new Map() },
  });
  expect(isDone).toBe(false);
});
