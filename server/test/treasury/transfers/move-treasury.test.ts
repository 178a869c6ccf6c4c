import { afterAll, beforeAll, expect, it } from 'vitest';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { openSolanaSigner } from '../../../src/chains/signers/open-signers.ts';
import { selectedWallet } from '../../../src/chains/wallets/wallets.ts';
import { watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { createSolanaLane } from '../../../src/chains/watching/solana/solana-lane.ts';
import { selectTreasuries } from '../../../src/chains/watching/solana/treasury-accounts.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import type { SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { createSolanaSendingLane } from '../../../src/treasury/transfers/solana/solana-lane.ts';
import { showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { selectUnknownPayments } from '../../../src/treasury/transfers/unknown-payments.ts';
import type { FakeKms } from '../../chains/signers/fake-aws-kms.ts';
import { googleKeyName, startFakeGoogleKms } from '../../chains/signers/fake-gcp-kms.ts';
import { newSolanaKey } from '../../chains/signers/signing-keys.ts';
import { causewayHere } from '../../support/process-here.ts';
import { backUp } from '../routes/backup.ts';
import {
  finalityBlocks,
  type SolanaSendingService,
  startSolanaSendingService,
} from './solana-sending-service.ts';

const ten = 10_000_000n;
const next = newSolanaKey();

let service: SolanaSendingService;
let kms: FakeKms;
let old: string;
let lane: SendingLane;
let aheadMs = 0;
let outside: Record<string, string>;
const moved = () => ({ ...outside, SOLANA_TREASURY_SIGNER: `gcp-kms:${googleKeyName('treasury')}` });
beforeAll(async () => {
  kms = await startFakeGoogleKms();
  kms.keys.set(googleKeyName('treasury'), next);
  service = await startSolanaSendingService('moving');
  service.ctx.log.level = 'silent';
  outside = {
    ...service.env(service.chain.url),
    DATABASE_URL: service.databaseUrl,
    GCP_KMS_URL: kms.url,
    GCE_METADATA_HOST: kms.host,
  };
  old = (await selectedWallet(service.ctx)).solana_treasury;
  lane = await newLane(outside);
  await step(3);
});
afterAll(async () => {
  await service?.stop();
  await kms?.stop();
});

async function newLane(env: Record<string, string>): Promise<SendingLane> {
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const { signers, signerAccess } = parseConfig(env);
  const ctx = { ...service.ctx, clock, config: { ...service.ctx.config, signers, signerAccess } };
  const chain = liveSolana(ctx.config.chains);
  if (!chain) throw new Error('solana is not configured');
  const signer = await openSolanaSigner(ctx, await selectedWallet(ctx), service.wallet);
  return createSolanaSendingLane(ctx, chain, signer);
}

async function step(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    aheadMs += 61_000;
    await lane.run(new AbortController().signal);
    service.chain.mine(finalityBlocks + 1);
  }
}

/** The command, while the chain makes blocks. */
async function move(env: Record<string, string>, ...args: string[]) {
  const blocks = setInterval(() => service.chain.mine(4), 100);
  try {
    return await causewayHere(['signers', 'move-treasury', '--yes', '--json', ...args], env);
  } finally {
    clearInterval(blocks);
    service.chain.mine(finalityBlocks + 1);
  }
}

async function newRefund(): Promise<string> {
  const payer = await localSigner(`payer ${Math.random()}`);
  // Into the treasury of the moment.
  const payment = await service.addPaid(payer.address, ten);
  service.chain.mine(finalityBlocks + 1);
  return service.refund(payment, '10.00');
}

const transferOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer;
const treasury = async () => (await selectedWallet(service.ctx)).solana_treasury;

it('changes nothing for a key that does not sign, or is something else here', async () => {
  kms.trouble = { status: 403, body: '{}' };
  const silent = await move(moved());
  kms.trouble = null;
  expect(silent).toMatchObject({ code: 1, stderr: expect.stringContaining('403') });
  const { db } = service.ctx;
  await db`insert into solana_addresses (index, address, made_at) values (500, ${next.address}, now())`;
  const ours = await move(moved());
  expect(ours).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to this service') });
  await db`delete from solana_addresses where index = 500`;
  expect(await selectedWallet(service.ctx)).toMatchObject({
    solana_treasury: old,
    solana_next_treasury: null,
  });
});

it('waits for what is under way, then moves all money and pays from the new treasury', async () => {
  await newRefund();
  await service.addPaid((await localSigner('rich')).address, 5n * ten);
  service.chain.mine(finalityBlocks + 1);
  const id = await newRefund();
  aheadMs += 61_000;
  await lane.run(new AbortController().signal);
  const begun = await move(moved());
  expect(begun).toMatchObject({ code: 1, stderr: expect.stringContaining('are not final yet') });
  const waiting = await newRefund();
  await step(4);
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  expect(await transferOf(waiting)).toMatchObject({ status: 'waiting', attempts: 0 });
  expect((await transferOf(waiting))?.problem).toContain('"causeway signers move-treasury" again');
  const held = await service.balanceOf(old);
  expect(held).toBeGreaterThanOrEqual(6n * ten);

  const { code, stderr, stdout } = await move(moved());
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Now start all workers'),
  });
  expect(JSON.parse(stdout)).toMatchObject([{ treasury: old, tx_hash: expect.any(String), todo: null }]);
  expect([await service.balanceOf(old), await service.balanceOf(next.address)]).toEqual([0n, held]);
  expect(await treasury()).toBe(next.address);
  expect(await selectTreasuries(service.ctx.db)).toEqual([next.address, old]);

  // A worker that was not restarted sends nothing.
  await step(2);
  expect(await transferOf(waiting)).toMatchObject({ status: 'waiting', attempts: 0 });
  lane = await newLane(moved());
  await step(4);
  expect(await transferOf(waiting)).toMatchObject({ status: 'completed' });
  expect(await service.paidOnChain([id, waiting])).toEqual([1, 1]);
  expect(await selectUnknownPayments(service.ctx.db, 'solana')).toEqual([]);
});

it('credits what a wallet still pays to the treasury of before, and moves it when it runs again', async () => {
  const live = liveSolana(service.ctx.config.chains);
  if (!live) throw new Error('solana is not configured');
  const reference = (await localSigner('a deposit address')).address;
  const watchUntil = new Date(Date.now() + 91 * 86_400_000);
  await watchAddresses(service.ctx, service.ctx.db, [
    { chain: 'solana', address: reference, native: true, watchUntil },
  ]);
  const watching = createSolanaLane(service.ctx, live, 'late');
  await watching.run(new AbortController().signal, () => false);
  for (const [to, units] of [
    [old, ten],
    [next.address, 2n * ten],
  ] as const)
    await service.chain.pay({ token: 'USDC', to, units, references: [reference] });
  service.chain.mine(finalityBlocks + 1);
  await watching.run(new AbortController().signal, () => false);
  const arrived = await service.ctx
    .db`select units::text as units from arrivals where address = ${reference} order by 1`;
  expect(arrived).toEqual([{ units: '10000000' }, { units: '20000000' }]);

  const { stdout } = await causewayHere(['chains', 'check', '--json'], moved());
  expect(JSON.parse(stdout).find(({ what }: { what: string }) => what === 'another treasury')).toMatchObject({
    found: `${old} has 10.000000 USDC and 0.000000000 SOL`,
    todo: 'Run "causeway signers move-treasury" again.',
  });
  const before = await service.balanceOf(next.address);
  const again = await move(moved());
  expect(again.code).toBe(0);
  expect([await service.balanceOf(old), await service.balanceOf(next.address)]).toEqual([0n, before + ten]);
  expect(JSON.parse((await move(moved())).stdout)).toEqual([{ treasury: old, tx_hash: null, todo: null }]);
});

it('goes on after a backup from before the move, and pays nothing again', async () => {
  await move(outside, '--from', `gcp-kms:${googleKeyName('treasury')}`);
  expect(await treasury()).toBe(old);
  lane = await newLane(outside);
  const id = await newRefund();
  const restore = await backUp(service.ctx.db);
  expect((await move(moved())).code).toBe(0);
  lane = await newLane(moved());
  await step(4);
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  await restore();
  expect(await treasury()).toBe(old);

  // The workers have the new key, and the database does not know it.
  await step(3);
  expect((await transferOf(id))?.problem).toContain(`The treasury is ${old}`);
  const again = await move(moved());
  expect(again).toMatchObject({ code: 0 });
  await step(4);
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  expect(await service.paidOnChain([id])).toEqual([1]);
  expect(await selectUnknownPayments(service.ctx.db, 'solana')).toEqual([]);
});
