import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tokenAbi } from '../../../../devnet/evm/contracts.ts';
import type { Authorization } from '../../../src/chains/evm/authorization.ts';
import type { Signer } from '../../../src/chains/evm/signer.ts';
import { checkSettling } from '../../../src/chains/setup/check-settling.ts';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { createLocalSettler } from '../../../src/chains/wallets/evm/local-signer.ts';
import type { LiveChain } from '../../../src/chains/watching/live-chain.ts';
import { countAlarms } from '../../../src/messages/alarms/alarms.ts';
import { createSettlingLane } from '../../../src/treasury/transfers/authorizations/evm/settling-lane.ts';
import type { SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { fromBase64, newPayer, signWay, type Way } from '../../live/signing.ts';
import { call } from '../../support/call.ts';
import { confirmations, type SendingService, startSendingService } from './sending-service.ts';

let service: SendingService;
let chain: LiveChain;
let payer: Awaited<ReturnType<typeof newPayer>>;
/** Time that a test lets pass. */
let aheadMs = 0;
beforeAll(async () => {
  service = await startSendingService('settling');
  await service.compare();
  const [base] = liveChains(service.ctx.config.chains, service.vault);
  if (!base) throw new Error('base is not configured');
  chain = base;
  payer = await newPayer(service as never);
  service.ctx.config.settlerGasBps = 2000;
  await service.ctx.db`
    insert into chain_status (chain, checked_at, problem) values ('base', now() + interval '1 hour', null)`;
  await newLane().run(new AbortController().signal);
  await service.ctx.liveChains.refresh();
});
afterAll(async () => service?.stop());
beforeEach(() => {
  aheadMs = 0;
});

/** A worker. One that is killed is a lane that is not run again. */
function newLane(change: Partial<Signer> = {}, openRpc = service.ctx.openRpc): SendingLane {
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const signer = { ...createLocalSettler(service.wallet), ...change };
  return createSettlingLane({ ...service.ctx, clock, openRpc }, chain, service.vault, signer);
}

/** A node that fails at this method. */
const failingAt: (method: string) => typeof service.ctx.openRpc = (method) => (options) => {
  const rpc = service.ctx.openRpc(options);
  return {
    ...rpc,
    run: (work, signal) =>
      rpc.run(
        (connection) =>
          work({
            ...connection,
            call: (asked, params) =>
              asked === method ? Promise.reject(new Error('killed')) : connection.call(asked, params),
          }),
        signal,
      ),
  };
};

const run = (lane: SendingLane) => lane.run(new AbortController().signal);

async function signedPayment(
  change: Partial<Authorization> = {},
  by = payer,
): Promise<{ id: string; way: Way; signed: Authorization }> {
  const { liveKey: key } = service;
  const made = await service.call('POST', '/payments', { key, body: { amount: '10.00', currency: 'USD' } });
  const id: string = made.json.data.payment_id;
  const asked = await fetch(`${service.url}/checkout/${id}`, { headers: { accept: 'application/json' } });
  const required = fromBase64(asked.headers.get('payment-required'));
  const way: Way = required.accepts[0];
  return { id, way, signed: await signWay(by, way, change) };
}

async function give(id: string, signed: Authorization) {
  const { units, validAfter, validBefore, ...rest } = signed;
  const body = {
    ...rest,
    chain: 'base',
    units: units.toString(),
    valid_after: validAfter.toString(),
    valid_before: validBefore.toString(),
  };
  return call(`${service.url}/checkout/${id}/signature`, 'POST', { body });
}

async function claimed(change?: Partial<Authorization>, by = payer): Promise<{ id: string; way: Way }> {
  const { id, way, signed } = await signedPayment(change, by);
  const answer = await give(id, signed);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data.payment_id).toBe(id);
  return { id, way };
}

async function state(id: string) {
  const { db } = service.ctx;
  const [transfer] = await db`select * from transfers where source = ${id} and kind = 'authorization'`;
  const signatures = await db<{ tx_hash: string }[]>`
    select tx_hash from transfer_signatures where batch_id = ${String(transfer?.['batch_id'] ?? '')}`;
  return { ...transfer, signatures: signatures.length } as Record<string, unknown>;
}

const sentCount = async () =>
  Number(
    await service.chains.rpc('base', 'eth_getTransactionCount', [
      createLocalSettler(service.wallet).address,
      'pending',
    ]),
  );

async function finish(id: string, way: Way, before: number): Promise<void> {
  const lane = newLane();
  await run(lane);
  await service.chains.mine('base', confirmations + 2);
  await run(lane);
  expect(await state(id)).toMatchObject({ status: 'completed', tx_hash: expect.stringMatching(/^0x/) });
  expect(await service.balanceOf(way.payTo)).toBe(10_000_000n);
  expect((await sentCount()) - before).toBe(1);
}

it('a worker that dies before it signs leaves a nonce that the next one uses', async () => {
  const before = await sentCount();
  const { id, way } = await claimed();
  expect(await state(id)).toMatchObject({ status: 'waiting', signatures: 0 });
  await run(newLane({ sign: () => Promise.reject(new Error('killed')) }));
  expect(await state(id)).toMatchObject({ status: 'sending', signatures: 0 });
  await finish(id, way, before);
});

it('one that cannot be planned does not stop those of others', async () => {
  const { db } = service.ctx;
  const broken = await claimed();
  const { id, way } = await claimed();
  const [row] =
    await db`update authorizations set contract = 'x' where payment_id = ${broken.id} returning transfer_id`;
  const before = await sentCount();
  await finish(id, way, before);
  expect(await state(broken.id)).toMatchObject({ status: 'waiting', signatures: 0 });
  const transferId = String(row?.['transfer_id']);
  await db`delete from authorizations where transfer_id = ${transferId}`;
  await db`delete from transfers where transfer_id = ${transferId}`;
});

it('a worker that dies after it stored the signature leaves bytes that the next one sends', async () => {
  const before = await sentCount();
  const { id, way } = await claimed();
  await run(newLane({}, failingAt('eth_sendRawTransaction')));
  expect(await state(id)).toMatchObject({ status: 'sending', signatures: 1 });
  expect(await sentCount()).toBe(before);
  await finish(id, way, before);
  expect(await state(id)).toMatchObject({ signatures: 1 });
});

it('four workers at once send it once', async () => {
  const before = await sentCount();
  const { id, way } = await claimed();
  await Promise.all([newLane(), newLane(), newLane(), newLane()].map(run));
  await finish(id, way, before);
});

it('one that is stuck is sent again with a higher fee and the same nonce', async () => {
  const before = await sentCount();
  const { id, way } = await claimed();
  const lane = newLane();
  await run(lane);
  aheadMs = 60_000;
  await run(lane);
  expect(await state(id)).toMatchObject({ status: 'sending', signatures: 2 });
  aheadMs = 0;
  await finish(id, way, before);
});

it('one that would end before it is mined is not sent', async () => {
  const before = await sentCount();
  const { id } = await claimed({ validBefore: BigInt(Math.floor(Date.now() / 1000) + 70) });
  // The next block is later than the worker expected.
  await service.chains.mine('base', 1, new Date(Date.now() + 60_000));
  await run(newLane());
  expect(await state(id)).toMatchObject({ status: 'failed', failure_reason: 'AUTHORIZATION_EXPIRED' });
  expect(await sentCount()).toBe(before);
});

it('a payment that was cancelled meanwhile takes nothing', async () => {
  const before = await sentCount();
  const { id } = await claimed({ validBefore: BigInt(Math.floor(Date.now() / 1000) + 3600) });
  const { status } = await service.call('POST', `/payments/${id}/cancel`, { key: service.liveKey });
  expect(status).toBe(200);
  await run(newLane());
  expect(await state(id)).toMatchObject({ status: 'failed', failure_reason: 'NOT_NEEDED' });
  expect(await sentCount()).toBe(before);
});

/** The settling key's transactions that reverted. */
async function revertedCount(): Promise<number> {
  const rows = await service.ctx.db`select from transfer_batches where call = 'settle' and not succeeded`;
  return rows.length;
}

/** Follows what was sent to its end, with a block for each look. */
async function settleAll(looks: number): Promise<void> {
  const lane = newLane();
  for (let look = 0; look < looks; look++) {
    // What waited is due again. Nobody watches here, so nothing arrives: what was completed counts for a minute.
    aheadMs += 61_000;
    await run(lane);
    await service.chains.mine('base', confirmations + 2);
  }
  await run(lane);
}

it('a wallet that signs for more than it has is refused what it has not, however many at once', async () => {
  const poor = await newPayer(service as never, 20_000_000n);
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => signedPayment({}, poor)));
  const answers = await Promise.all(all.map(({ id, signed }) => give(id, signed)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402, 402]);
  for (const { status, json } of answers)
    if (status === 402) expect(json.error.details.reason).toBe('INSUFFICIENT_FUNDS');
  // Money that somebody else cannot count on is free again once nothing can take it.
  const before = await sentCount();
  await settleAll(2);
  expect((await sentCount()) - before).toBe(2);
  await service.ctx
    .db`update transfers set ended_at = ended_at - interval '1 hour' where ended_at is not null`;
  await service.chains.pay({ chain: 'base', token: 'USDC', to: poor.address, units: 10_000_000n });
  const refused = all.find((_, index) => answers[index]?.status === 402);
  if (!refused) throw new Error('none was refused');
  expect((await give(refused.id, refused.signed)).status).toBe(200);
  await settleAll(1);
});

it('a wallet that spends its money after the claims has sent what the rest covers, and nothing reverts', async () => {
  const mover = await newPayer(service as never, 30_000_000n);
  await service.chains.rpc('base', 'hardhat_setBalance', [mover.address, '0xde0b6b3a7640000']);
  const all = [await claimed({}, mover), await claimed({}, mover), await claimed({}, mover)];
  const to = '0x00000000000000000000000000000000000000Ad';
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, 15_000_000n] });
  await service.chains
    .on('base')
    .transact(
      { to: service.chains.tokens.base.USDC, data },
      { from: { account: mover, address: mover.address, privateKey: '0x' }, mine: true },
    );
  const before = [await sentCount(), await revertedCount()];
  await Promise.all([newLane(), newLane(), newLane()].map(run));
  expect(await sentCount()).toBe((before[0] ?? 0) + 1);
  await settleAll(3);
  const ends = await Promise.all(all.map(async ({ id }) => (await state(id))['failure_reason']));
  expect(ends.sort()).toEqual(['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS', null]);
  expect([await sentCount(), await revertedCount()]).toEqual([(before[0] ?? 0) + 1, before[1]]);
});

it('few payments of one wallet are under way at once, since it can make all of them revert', async () => {
  const many = await newPayer(service as never);
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => claimed({}, many)));
  const before = await sentCount();
  await Promise.all([newLane(), newLane(), newLane()].map(run));
  expect((await sentCount()) - before).toBe(4);
  await settleAll(3);
  for (const { id } of all) expect(await state(id)).toMatchObject({ status: 'completed' });
});

it('a key without gas is not offered, and alarms once it had some', async () => {
  const { ctx, chains } = service;
  const { address } = createLocalSettler(service.wallet);
  await chains.rpc('base', 'hardhat_setBalance', [address, '0x1']);
  await run(newLane());
  await ctx.liveChains.refresh();
  expect(ctx.liveChains.settling('base')).toBeNull();
  const [row] = await ctx.db`select is_low from settlers where address = ${address}`;
  expect(row).toEqual({ is_low: true });
  expect(await checkSettling(ctx.db, chain, ctx.config)).toMatchObject([{ todo: `Send ETH to ${address}.` }]);
  expect((await countAlarms(ctx)).get('settling')).toBe(1);
});
