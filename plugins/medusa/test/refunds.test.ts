import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop } from './support/shop.ts';
import { type Order, storeOf } from './support/store.ts';

let shop: Shop;
let store: ReturnType<typeof storeOf>;
beforeAll(async () => {
  shop = await startShop();
  store = storeOf(shop);
});
afterAll(() => shop?.stop());

async function paidOrder(): Promise<{ order: Order; paymentId: string; orderId: string }> {
  const { orderId, paymentId } = await store.placeOrder();
  await store.simulate(paymentId, 'complete');
  return { order: await store.untilPaid(orderId), paymentId, orderId };
}

const statesOf = (order: Order) =>
  order.payment_collections[0]?.payments[0]?.data.refunds.map(({ amount, status }) => `${amount} ${status}`);
const untilRefunds = (orderId: string, states: string[]) =>
  store.untilOrder(orderId, (order) => JSON.stringify(statesOf(order)) === JSON.stringify(states));

describe('a refund', () => {
  it('of a part and of the rest is sent, and its confirmation comes back', async () => {
    const { order, orderId, paymentId } = await paidOrder();
    await store.refund(order, 5);
    expect(await store.order(orderId)).toMatchObject({ payment_status: 'partially_refunded' });
    await untilRefunds(orderId, ['5.00 completed']);
    await store.refund(order, 9);
    await untilRefunds(orderId, ['5.00 completed', '9.00 completed']);
    expect(await store.order(orderId)).toMatchObject({
      payment_status: 'refunded',
      summary: { refunded_total: 14 },
    });
    expect(await store.payment(paymentId)).toMatchObject({ status: 'refunded' });
  });

  it('of more than was paid is refused, and changes nothing', async () => {
    const { order, paymentId } = await paidOrder();
    expect((await store.refund(order, 15)).message).toContain('refund more than');
    expect(await store.refundsOf(paymentId)).toEqual([]);
  });

  it('whose answer was lost is not made twice', async () => {
    const { order, orderId, paymentId } = await paidOrder();
    shop.proxy.cut((asked) => asked === 'POST /api/v1/refunds');
    expect((await store.refund(order, 5)).message).toBeDefined();
    shop.proxy.cut(() => false);
    expect(await store.refundsOf(paymentId)).toHaveLength(1);
    // Another amount would be a second refund: the first is to be recorded before it.
    expect((await store.refund(order, 6)).message).toContain('Refund exactly that amount here first');
    expect((await store.refund(order, 5)).message).toBeUndefined();
    await untilRefunds(orderId, ['5.00 completed']);
    expect(await store.refundsOf(paymentId)).toHaveLength(1);
    expect((await store.refund(order, 6)).message).toBeUndefined();
    expect((await store.refundsOf(paymentId)).map(({ amount }) => amount).sort()).toEqual(['5.00', '6.00']);
  });

  it('that fails says so, and the owner is told', async () => {
    const { order, orderId, paymentId } = await paidOrder();
    await store.refund(order, 6.66);
    await untilRefunds(orderId, ['6.66 failed']);
    await store.untilTold(`The refund of 6.66 USD of payment ${paymentId} failed`);
    // It is made again in Causeway, and Medusa counts it once.
    await shop.causeway.call('POST', '/refunds', { payment_id: paymentId, amount: '6.60' });
    expect((await store.refund(order, 1)).message).toBeUndefined();
    expect((await store.refundsOf(paymentId)).map(({ amount }) => amount).sort()).toEqual([
      '1.00',
      '6.60',
      '6.66',
    ]);
  });

  it('that was made in Causeway is told to the owner, and recorded without being sent again', async () => {
    const { order, orderId, paymentId } = await paidOrder();
    await shop.causeway.call('POST', '/refunds', { payment_id: paymentId, amount: '4.00' });
    await store.untilTold(`The refund of 4.00 USD of payment ${paymentId} was made in Causeway`);
    expect((await store.refund(order, 4)).message).toBeUndefined();
    expect(statesOf(await store.order(orderId))).toEqual(['4.00 completed']);
    expect(await store.refundsOf(paymentId)).toHaveLength(1);
  });
});

describe('a refund that waits', () => {
  it('is told to the owner', async () => {
    const { order, orderId, paymentId } = await paidOrder();
    // Medusa does not hear that it is confirmed.
    store.tellEvents([]);
    await store.refund(order, 3);
    const [made] = await store.refundsOf(paymentId);
    const data = { ...made, payment_id: paymentId, currency: 'USD', status: 'processing' };
    store.tellEvents([{ id: 'evt_waits', type: 'refund.waiting', data }]);
    await store.untilTold(`The refund of 3.00 USD of payment ${paymentId} waits until your balance`);
    shop.proxy.answer(() => undefined);
    await untilRefunds(orderId, ['3.00 completed']);
  });
});

const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const refusal = (code: string, status: number) =>
  JSON.stringify({ success: false, error: { code, message: 'Try again shortly.', status } });

describe.each([
  ['a proxy answers 502', { status: 502, type: 'text/html', body: page }],
  [
    'a service that stops answers 503',
    { status: 503, type: 'application/json', body: refusal('SERVICE_UNAVAILABLE', 503) },
  ],
])('while %s', (_name, answer) => {
  it('orders are placed and paid afterwards, and customers can pay otherwise', async () => {
    const { cartId, collectionId } = await store.newCart();
    const { session } = await store.choose(collectionId);
    const other = await store.newCart();
    await store.choose(other.collectionId);
    shop.proxy.answer(() => answer);
    const placed = await store.complete(cartId);
    const cash = await store.choose(other.collectionId, 'pp_system_default');
    shop.proxy.answer(() => undefined);
    expect(placed.order, 'the order is placed all the same').toBeDefined();
    expect(cash.sessions.map(({ provider_id }) => provider_id)).toEqual(['pp_system_default']);
    await store.simulate(session.data.payment_id, 'complete');
    const paid = await store.untilPaid(placed.order?.id ?? '');
    expect(paid.transactions?.map(({ amount }) => amount)).toEqual([14]);
  });
});

it.each([
  [429, 'RATE_LIMIT_EXCEEDED'],
  [503, 'SERVICE_UNAVAILABLE'],
])(
  'a cancellation that is refused with %i does not keep a customer from paying otherwise',
  async (status, code) => {
    const { collectionId } = await store.newCart();
    await store.choose(collectionId);
    const answer = { status, type: 'application/json', body: refusal(code, status) };
    shop.proxy.answer((asked) => (asked.endsWith('/cancel') ? answer : undefined));
    const { sessions, message } = await store.choose(collectionId, 'pp_system_default');
    shop.proxy.answer(() => undefined);
    expect(message).toBeUndefined();
    expect(sessions.map(({ provider_id }) => provider_id)).toEqual(['pp_system_default']);
  },
);

describe('Causeway is down for an hour', () => {
  it('and no order is lost, none is paid twice', async () => {
    const early = await store.placeOrder();
    const paid = await paidOrder();
    const { cartId, collectionId } = await store.newCart();
    await store.choose(collectionId);
    const other = await store.newCart();
    const left = await store.choose(other.collectionId);
    // Money comes at the last moment, and Medusa hears nothing of it.
    await store.setEndpoint('disabled');
    await shop.kill();
    await store.simulate(early.paymentId, 'complete');
    await shop.causeway.down();
    await shop.start();

    const late = await store.complete(cartId);
    expect(late.order, 'the order is placed all the same').toBeDefined();
    const fresh = await store.newCart();
    expect((await store.choose(fresh.collectionId)).session).toBeUndefined();
    const cash = await store.choose(other.collectionId, 'pp_system_default');
    expect(cash.sessions.map(({ provider_id }) => provider_id)).toEqual(['pp_system_default']);
    expect((await store.complete(other.cartId)).order).toBeDefined();
    expect((await store.refund(paid.order, 5)).message).toBeDefined();
    expect(await store.order(paid.orderId)).toMatchObject({ payment_status: 'captured' });

    await shop.clock.moveHours(1);
    expect((await store.order(early.orderId)).payment_status).toBe('awaiting');
    await shop.causeway.up();
    await store.setEndpoint('enabled');
    const now = await store.untilPaid(early.orderId);
    expect(now.transactions?.map(({ amount }) => amount)).toEqual([14]);
    // The time to pay is over by then: the order waits for a new session.
    const lateId = late.order?.id ?? '';
    const ended = await store.untilOrder(
      lateId,
      ({ payment_collections }) => payment_collections[0]?.payment_sessions[0]?.status === 'canceled',
    );
    const again = await store.choose(ended.payment_collections[0]?.id ?? '');
    await store.simulate(again.session.data.payment_id, 'complete');
    expect((await store.untilPaid(lateId)).transactions?.map(({ amount }) => amount)).toEqual([14]);
    expect((await store.choose(fresh.collectionId)).session.data.status).toBe('pending');
    expect(
      await store.payment(left.session.data.payment_id),
      'nobody can pay what was paid otherwise',
    ).toMatchObject({ status: 'expired' });
    expect((await store.refund(paid.order, 5)).message).toBeUndefined();
    expect(await store.refundsOf(paid.paymentId)).toHaveLength(1);
  });

  it('and money for a way to pay that a customer left meanwhile is told to the owner', async () => {
    const { collectionId } = await store.newCart();
    const { session } = await store.choose(collectionId);
    await shop.causeway.down();
    await store.choose(collectionId, 'pp_system_default');
    await shop.causeway.up();
    const other = await shop.causeway.call<{ payment_id: string }>('POST', '/payments', {
      amount: '15.00',
      currency: 'USD',
      reference_id: 'payses_other',
      metadata: { medusa_shop: 'another' },
    });
    await store.simulate(other.payment_id, 'complete');
    await store.simulate(session.data.payment_id, 'complete');
    await store.untilTold(`14.00 USD came by payment ${session.data.payment_id} for a session that is gone`);
    expect(shop.log(), 'a payment of another shop is not its business').not.toContain(other.payment_id);
  });
});
