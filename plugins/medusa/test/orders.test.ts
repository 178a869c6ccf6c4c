import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhooks } from '../../../sdk/src/webhooks/webhooks.ts';
import { call } from '../../../server/test/support/call.ts';
import { until } from '../../../server/test/support/process.ts';
import { sharedBrowser } from '../../../web/e2e/browser.ts';
import { takePicture } from '../../test-support/pictures.ts';
import { patienceMs, type Shop, startShop } from './support/shop.ts';
import { causewayId, type Order, storeOf } from './support/store.ts';

let shop: Shop;
let store: ReturnType<typeof storeOf>;
beforeAll(async () => {
  shop = await startShop();
  store = storeOf(shop);
});
afterAll(() => shop?.stop());

/** Paid once, whatever came how often. */
const paidOnce = (order: Order) => {
  expect(order).toMatchObject({ payment_status: 'captured', summary: { paid_total: 14 } });
  expect(order.transactions?.map(({ amount }) => amount)).toEqual([14]);
  expect(order.payment_collections.flatMap(({ payments }) => payments)).toHaveLength(1);
};

/** Delivers the payment's event again, and waits until Medusa has taken it. */
async function replay(paymentId: string): Promise<void> {
  const path = `/webhooks/endpoints/${shop.endpointId}/deliveries?limit=100`;
  interface Delivery {
    delivery_id: string;
    event_id: string;
    attempts: { http_status: number }[];
  }
  const events = await shop.causeway.call<{ id: string; data: { payment_id: string } }[]>(
    'GET',
    '/events?type=payment.completed',
  );
  const id = events.find(({ data }) => data.payment_id === paymentId)?.id;
  const delivery = async () =>
    (await shop.causeway.call<Delivery[]>('GET', path)).find(({ event_id }) => event_id === id);
  await until(async () => ((await delivery())?.attempts.length ?? 0) > 0, patienceMs);
  const before = (await delivery())?.attempts.length ?? 0;
  await shop.causeway.call('POST', `/webhooks/deliveries/${(await delivery())?.delivery_id}/retry`);
  await until(async () => ((await delivery())?.attempts.length ?? 0) > before, patienceMs);
  // Medusa looks at a webhook a moment after it has answered.
  await new Promise((resolve) => setTimeout(resolve, 3000));
}

describe('an order', () => {
  it('is placed before its money comes, and paid once by the webhook, though that comes twice', async () => {
    const { orderId, session, paymentId } = await store.placeOrder();
    expect(session.data).toMatchObject({
      status: 'pending',
      checkout_url: expect.stringContaining(paymentId),
    });
    const waiting = await store.order(orderId);
    expect(waiting).toMatchObject({ status: 'pending', payment_status: 'awaiting' });
    expect(waiting.payment_collections[0]?.payment_sessions).toMatchObject([
      { status: 'pending_authorization' },
    ]);
    const page = await (await sharedBrowser()).newPage({ viewport: { width: 1100, height: 760 } });
    await page.goto(session.data.checkout_url);
    await page.getByText('14.00').first().waitFor();
    await takePicture(page, 'medusa-checkout');
    await page.close();
    await store.simulate(paymentId, 'complete');
    paidOnce(await store.untilPaid(orderId));
    await replay(paymentId);
    paidOnce(await store.order(orderId));
  });

  it('is placed by the webhook if the customer paid first and never came back', async () => {
    const { cartId, collectionId } = await store.newCart();
    const { session } = await store.choose(collectionId);
    await store.simulate(session.data.payment_id, 'complete');
    const isPlaced = async () =>
      (
        await shop.call<{ cart: { completed_at: string | null } }>(
          'GET',
          `/store/carts/${cartId}?fields=completed_at`,
        )
      ).cart.completed_at !== null;
    await until(isPlaced, patienceMs, () => shop.log().slice(-3000));
    const { order } = await store.complete(cartId);
    paidOnce(await store.untilPaid(order?.id ?? ''));
  });

  it('is not paid by a webhook that is forged', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    const event = {
      id: 'evt_forged',
      type: 'payment.completed',
      created_at: new Date().toISOString(),
      data: { ...(await store.payment(paymentId)), status: 'completed' },
    };
    const send = (signed: { body: string; headers: object }) =>
      fetch(`${shop.url}/hooks/payment/causeway_causeway`, {
        method: 'POST',
        body: signed.body,
        headers: { ...signed.headers },
      });
    await send(await webhooks.sign(JSON.stringify(event), 'whsec_b3RoZXI='));
    await store.untilTold('a webhook was refused');
    // Signed, but not true: the payment itself is asked.
    await send(await webhooks.sign(JSON.stringify(event), shop.webhookSecret));
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect((await store.order(orderId)).payment_status).toBe('awaiting');
  });

  it('whose payment failed is paid by the one that the customer tries again', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    await store.simulate(paymentId, 'fail');
    await store.untilOrder(
      orderId,
      ({ payment_collections }) => payment_collections[0]?.payment_sessions[0]?.status === 'error',
    );
    const retried = await call(`${shop.causeway.url}/checkout/${paymentId}/retry`, 'POST');
    await store.simulate(retried.json.data.payment_id, 'complete');
    const order = await store.untilPaid(orderId);
    paidOnce(order);
    expect(order.payment_collections[0]?.payments[0]?.data.payment_id).toBe(retried.json.data.payment_id);
  });

  it('whose payment expired stays, and is paid by a new session', async () => {
    const { orderId, paymentId, collectionId } = await store.placeOrder();
    await store.simulate(paymentId, 'expire');
    await store.untilOrder(
      orderId,
      ({ payment_collections }) => payment_collections[0]?.payment_sessions[0]?.status === 'canceled',
    );
    const { session } = await store.choose(collectionId);
    expect(session.data.payment_id).not.toBe(paymentId);
    await store.simulate(session.data.payment_id, 'complete');
    paidOnce(await store.untilPaid(orderId));
  });

  it('that is cancelled takes its open payment with it', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    await shop.call('POST', `/admin/orders/${orderId}/cancel`);
    await until(async () => (await store.payment(paymentId)).status === 'expired', patienceMs);
  });

  it('that is cancelled while Causeway is down, and paid all the same, is told to the owner', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    await shop.causeway.down();
    await shop.call('POST', `/admin/orders/${orderId}/cancel`);
    await store.untilTold(`payment ${paymentId} could not be cancelled`);
    await shop.causeway.up();
    await store.simulate(paymentId, 'complete');
    await store.untilTold(`14.00 USD came by payment ${paymentId} after the order was cancelled`);
    expect(await store.order(orderId)).toMatchObject({ status: 'canceled' });
  });
});

describe('a cart', () => {
  it('with two sessions one after the other can be paid by the second only', async () => {
    const { cartId, collectionId } = await store.newCart();
    const first = (await store.choose(collectionId)).session;
    const { session, sessions } = await store.choose(collectionId);
    expect(sessions).toHaveLength(1);
    expect(await store.payment(first.data.payment_id)).toMatchObject({
      status: 'expired',
      cancelled_at: expect.any(String),
    });
    const { order } = await store.complete(cartId);
    await store.simulate(session.data.payment_id, 'complete');
    paidOnce(await store.untilPaid(order?.id ?? ''));
  });

  it('whose first session is paid when the customer starts a second is refused that, and paid once', async () => {
    const { cartId, collectionId } = await store.newCart();
    const first = (await store.choose(collectionId)).session;
    // Medusa has not heard of the money yet.
    await store.setEndpoint('disabled');
    shop.proxy.cut((asked) => asked.includes('/events'));
    await store.simulate(first.data.payment_id, 'complete');
    expect((await store.choose(collectionId)).message).toContain('payment session');
    shop.proxy.cut(() => false);
    await store.setEndpoint('enabled');
    const { order } = await store.complete(cartId);
    paidOnce(await store.untilPaid(order?.id ?? ''));
    const all = await shop.causeway.call<{ status: string }[]>('GET', '/payments?limit=2');
    expect(
      all.map(({ status }) => status),
      'the payment of the refused session cannot be paid',
    ).toEqual(['expired', 'completed']);
  });

  it('in a currency that Causeway does not know is refused with what to do', async () => {
    const { collectionId } = await store.newCart(shop.yenRegionId);
    expect((await store.choose(collectionId)).message).toContain('Causeway does not take JPY');
  });

  it('whose session belongs to another payment is not paid by it', async () => {
    const { collectionId } = await store.newCart();
    const paid = await store.placeOrder();
    await store.simulate(paid.paymentId, 'complete');
    await store.untilPaid(paid.orderId);
    // A customer sends data along: none of it counts.
    const path = `/store/payment-collections/${collectionId}/payment-sessions`;
    const data = { payment_id: paid.paymentId, session_id: paid.session.id, reference: paid.session.id };
    const answer = await shop.call<{ payment_collection: { payment_sessions: { data: object }[] } }>(
      'POST',
      path,
      { provider_id: causewayId, data },
    );
    const made = answer.payment_collection.payment_sessions[0]?.data;
    expect(made).toMatchObject({ payment_id: expect.not.stringContaining(paid.paymentId) });
    expect(made).not.toMatchObject({ session_id: paid.session.id });
  });
});

describe('a webhook that is lost', () => {
  it('is made up for by the list of events', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    await store.setEndpoint('disabled');
    await store.simulate(paymentId, 'complete');
    paidOnce(await store.untilPaid(orderId));
    await store.setEndpoint('enabled');
  });

  it('because Medusa failed half-way is made up for: the payment is captured, and counted once', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    await shop.db.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on order_transaction execute function refuse();`);
    await store.simulate(paymentId, 'complete');
    await store.untilTold(`payment ${paymentId}, and Medusa could not record it`);
    expect((await store.order(orderId)).summary.paid_total).toBe(0);
    await shop.db.unsafe('drop trigger refuse on order_transaction; drop function refuse()');
    paidOnce(await store.untilPaid(orderId));
  });

  it('and that Medusa cannot handle for an hour is made up for once it can, and the owner is told once', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    await store.setEndpoint('disabled');
    await shop.db.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on order_transaction execute function refuse();`);
    await store.simulate(paymentId, 'complete');
    const told = '(payment.completed) could not be handled 12 times and is passed over';
    await store.untilTold(told);
    expect((await store.order(orderId)).summary.paid_total).toBe(0);
    await shop.db.unsafe('drop trigger refuse on order_transaction; drop function refuse()');
    paidOnce(await store.untilPaid(orderId));
    expect(shop.log().split(told)).toHaveLength(2);
    await store.setEndpoint('enabled');
  });

  it('because Medusa was gone is made up for after its start', async () => {
    const { orderId, paymentId } = await store.placeOrder();
    await store.setEndpoint('disabled');
    await shop.kill();
    await store.simulate(paymentId, 'complete');
    await shop.start();
    paidOnce(await store.untilPaid(orderId));
    await store.setEndpoint('enabled');
  });
});

describe('an event', () => {
  afterEach(() => shop.proxy.answer(() => undefined));

  it('about money that was not counted, or that the chain took back, is told to the owner once', async () => {
    const { paymentId } = await store.placeOrder();
    const late = { token_amount: '4.000000', token: 'USDC', reason: 'underpaid' };
    store.tellEvents([
      { id: 'evt_back', type: 'payment.reversed', data: { payment_id: paymentId } },
      { id: 'evt_late', type: 'payment.funds_unapplied', data: { payment_id: paymentId, ...late } },
    ]);
    const texts = [
      `4.000000 USDC came for payment ${paymentId} and was not counted (underpaid)`,
      `The chain took back money of payment ${paymentId}`,
    ];
    for (const text of texts) await store.untilTold(text);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    for (const text of texts) expect(shop.log().split(text)).toHaveLength(2);
  });

  it('that can never be handled does not hold up those after it, and the owner is told', async () => {
    const asked: string[] = [];
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const data = { payment_id: 'pay_unknown' };
    const untilCursor = (id: string) =>
      until(() => asked.at(-1)?.includes(`ending_before=${id}`) ?? false, patienceMs);
    store.tellEvents([{ id: 'evt_first', type: 'payment.pending', created_at: hoursAgo(1), data }], asked);
    await untilCursor('evt_first');
    const never = { id: 'evt_never', type: 'payment.expired', created_at: hoursAgo(1), data };
    const old = { id: 'evt_old', type: 'payment.expired', created_at: hoursAgo(8 * 24), data };
    store.tellEvents([never, old], asked);
    await store.untilTold('evt_never (payment.expired) could not be handled 12 times and is passed over');
    await untilCursor('evt_never');
    const triesOf = (id: string) => shop.log().split(`${id} (payment.expired): `).length - 1;
    await until(() => triesOf('evt_never') === 14, patienceMs);
    expect(triesOf('evt_old'), 'once more, as it is older than seven days').toBe(13);
    expect(shop.log().split('evt_never (payment.expired) could not be handled 12 times')).toHaveLength(2);
  });
});
