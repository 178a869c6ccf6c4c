import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  chooseWay,
  createPayment,
  eventsOf,
  eventTypesOf,
  getPayment,
  sendOnChain,
  units,
  unlimited,
} from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
  // These payments wait for a person, so that the test decides what arrives.
  await service.ctx.db`update merchants set simulated_customer = false`;
});
afterAll(() => service.stop());

const usdc = { chain: 'base', token: 'USDC' } as const;
const eth = { chain: 'base', token: 'ETH' } as const;
const busd = { chain: 'bsc', token: 'BUSD' } as const;
const asked = 49_990_000n;

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

async function open(way: typeof usdc | typeof busd = usdc) {
  const { payment_id } = await createPayment(service);
  return { id: payment_id as string, deposit: await chooseWay(service, payment_id, way) };
}

const done = ['payment.processing', 'payment.completed'];

describe('what arrives on chain', () => {
  it('exactly the quote: processing, then completed', async () => {
    const { id, deposit } = await open(busd);
    expect(BigInt(deposit.token_units)).toBe(units('bsc', 'BUSD', asked));
    const txHash = await sendOnChain(service, deposit, units('bsc', 'BUSD', asked));
    await advance(1);
    expect(await getPayment(service, id)).toMatchObject({ status: 'processing', tx_hash: txHash });
    await advance(2000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'completed', token_amount: '49.990000' });
  });

  it('less than the quote: pending, so that the payer can send the rest', async () => {
    const { id, deposit } = await open();
    await sendOnChain(service, deposit, asked - 1n);
    await advance(5000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'pending' });
    const rest = await sendOnChain(service, deposit, 1n);
    await advance(5000);
    const paid = { status: 'completed', token_amount: '49.990000', tx_hash: rest };
    expect(await getPayment(service, id)).toMatchObject(paid);
    expect(await eventTypesOf(service, id)).toEqual(done);
  });

  it('more than the quote: completed, with what was paid', async () => {
    const { id, deposit } = await open();
    await sendOnChain(service, deposit, asked + 10_000n);
    await advance(5000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'completed', token_amount: '50.000000' });
  });

  it('dust from a stranger, before and after: the refund goes to who paid', async () => {
    const { id, deposit } = await open();
    await sendOnChain(service, deposit, 1n, { from: '0xstranger' });
    const txHash = await sendOnChain(service, deposit, asked, { from: '0xcustomer' });
    await sendOnChain(service, deposit, 2n, { from: '0xstranger' });
    await advance(5000);
    const paid = {
      status: 'completed',
      payer_address: '0xcustomer',
      tx_hash: txHash,
      token_amount: '49.990003',
    };
    expect(await getPayment(service, id)).toMatchObject(paid);
    await service.call('POST', '/refunds', { body: { payment_id: id } });
    await advance(5000);
    await advance(5000);
    const [refunded] = await service.ctx.db`select refunded_to from refunds where payment_id = ${id}`;
    expect(refunded).toEqual({ refunded_to: '0xcustomer' });
  });

  it('more that is not final yet: books what is', async () => {
    const { id, deposit } = await open();
    await sendOnChain(service, deposit, asked, { finalAfterMs: 1000 });
    await sendOnChain(service, deposit, 10_000n, { finalAfterMs: 60_000 });
    await advance(5000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'completed', token_amount: '49.990000' });
  });

  it('enough on two chains at once: both events name one of them', async () => {
    const { id, deposit } = await open();
    const other = await chooseWay(service, id, busd);
    await sendOnChain(service, deposit, asked, { finalAfterMs: 0 });
    await sendOnChain(service, other, units('bsc', 'BUSD', asked), { finalAfterMs: 0 });
    await advance(5000);
    const { status, chain } = await getPayment(service, id);
    expect(status).toBe('completed');
    const events = await eventsOf(service, id);
    expect(events.map(({ type, data }) => [type, data['chain']])).toEqual(done.map((type) => [type, chain]));
  });

  it('in another token than was chosen: not taken for the quote', async () => {
    const { id, deposit } = await open();
    await sendOnChain(service, { ...deposit, token: 'ETH' }, asked);
    await advance(5000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'pending' });
  });

  it('a transaction that reverts: failed, with its reason', async () => {
    const { id, deposit } = await open();
    const txHash = await sendOnChain(service, deposit, asked, { reverts: true });
    await advance(1);
    await advance(2000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'failed', tx_hash: txHash });
    expect(await eventTypesOf(service, id)).toEqual(['payment.processing', 'payment.failed']);
  });

  it('a good transaction beside one that reverts, on one chain: completed', async () => {
    const { id, deposit } = await open();
    await sendOnChain(service, deposit, asked, { reverts: true, finalAfterMs: 1000 });
    await sendOnChain(service, deposit, asked, { finalAfterMs: 5000 });
    await advance(1000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'processing' });
    await advance(5000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'completed' });
  });

  it('a good transaction beside one that reverts, on two chains: completed', async () => {
    const { id, deposit } = await open();
    const other = await chooseWay(service, id, busd);
    const txHash = await sendOnChain(service, deposit, asked, { finalAfterMs: 20_000 });
    await advance(1);
    expect(await getPayment(service, id)).toMatchObject({ status: 'processing', tx_hash: txHash });
    await sendOnChain(service, other, units('bsc', 'BUSD', asked), { reverts: true, finalAfterMs: 1000 });
    await advance(10_000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'processing', tx_hash: txHash });
    await advance(10_000);
    expect(await getPayment(service, id)).toMatchObject({
      status: 'completed',
      tx_hash: txHash,
      chain: 'base',
    });
    expect(await eventTypesOf(service, id)).toEqual(done);
  });

  it('a good transaction beside one that reverts, in two tokens of one chain: completed', async () => {
    const { id, deposit } = await open();
    const other = await chooseWay(service, id, eth);
    const txHash = await sendOnChain(service, deposit, asked, { finalAfterMs: 20_000 });
    await advance(1);
    await sendOnChain(service, other, BigInt(other.token_units), { reverts: true, finalAfterMs: 1000 });
    await advance(10_000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'processing', token: 'USDC' });
    await advance(10_000);
    const paid = { status: 'completed', token: 'USDC', tx_hash: txHash };
    expect(await getPayment(service, id)).toMatchObject(paid);
    expect(await eventTypesOf(service, id)).toEqual(done);
  });

  it('a good transaction and one on another chain that reverted first: not failed', async () => {
    const { id, deposit } = await open();
    const other = await chooseWay(service, id, busd);
    await sendOnChain(service, other, units('bsc', 'BUSD', asked), { reverts: true, finalAfterMs: 0 });
    const txHash = await sendOnChain(service, deposit, asked);
    await advance(1);
    expect(await getPayment(service, id)).toMatchObject({ status: 'processing', tx_hash: txHash });
    await advance(5000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'completed', tx_hash: txHash });
    expect(await eventTypesOf(service, id)).toEqual(done);
  });

  it('money on a second way while the first is not final: the first decides, and completes the payment', async () => {
    const { id, deposit } = await open();
    const other = await chooseWay(service, id, busd);
    const slow = await sendOnChain(service, deposit, asked, { finalAfterMs: 600_000 });
    await advance(1);
    await sendOnChain(service, other, units('bsc', 'BUSD', asked), { finalAfterMs: 1000 });
    await advance(10_000);
    const first = { chain: 'base', token: 'USDC', token_amount: '49.990000', tx_hash: slow };
    expect(await getPayment(service, id)).toMatchObject({ status: 'processing', ...first });
    await advance(590_000);
    expect(await getPayment(service, id)).toMatchObject({ status: 'completed', ...first });
    expect(await eventTypesOf(service, id)).toEqual(done);
  });
});
