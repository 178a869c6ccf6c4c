import { afterAll, beforeAll, expect, it } from 'vitest';
import { movedClock } from '../../test-support/moved-clock.ts';
import { connect, type Shop, startShop } from './support/shop.ts';

const clock = movedClock();
let shop: Shop;
beforeAll(async () => {
  shop = await startShop(clock.env);
  await connect(shop, { paid_status: 'processing' });
});
afterAll(async () => {
  await shop?.stop();
  clock.remove();
});

/** What WooCommerce does to orders that were not paid for an hour. */
const cancelUnpaid = () => shop.wp.php('wc_cancel_unpaid_orders(); return 1;');
/** Only orders of the checkout are cancelled. */
const asOfCheckout = (id: number) =>
  shop.wp.php(`$order = wc_get_order(${id}); $order->set_created_via('checkout'); $order->save(); return 1;`);
const statusOf = async (id: number) => (await shop.order(id)).status;

it('an hour without Causeway loses no order, and pays none twice', async () => {
  await shop.wp.php("update_option('woocommerce_hold_stock_minutes', '30'); return 1;");
  const paid = await shop.placeOrder('20.00');
  const open = await shop.placeOrder('21.00');
  const fresh = await shop.placeOrder('22.00');
  for (const { id } of [paid, open, fresh]) await asOfCheckout(id);
  // Money comes at the last moment, and the shop hears nothing of it.
  await shop.setEndpoint('disabled');
  await shop.simulate(paid.paymentId, 'complete');
  await shop.causeway.down();
  expect(await shop.startPayment(fresh.id)).toContain('not available right now');

  await clock.moveHours(1);
  expect(await shop.wp.php('return time();')).toBeGreaterThan(Date.now() / 1000 + 3500);
  await shop.poll();
  await cancelUnpaid();
  for (const { id } of [paid, open, fresh]) expect(await statusOf(id), `order ${id}`).toBe('pending');

  await shop.causeway.up();
  await shop.setEndpoint('enabled');
  await shop.poll();
  const completed = await shop.untilOrder(paid.id, ({ status }) => status === 'processing');
  expect(completed).toMatchObject({ transaction: paid.paymentId });
  // Their time to pay was over within the hour. A customer who comes back pays with a new payment.
  await shop.untilOrder(open.id, ({ payment }) => payment['status'] === 'expired');
  const again = await shop.startPayment(open.id);
  expect(again).not.toBe(open.paymentId);
  await shop.simulate(again, 'complete');
  expect(await shop.untilOrder(open.id, ({ status }) => status === 'processing')).toMatchObject({
    transaction: again,
  });
  const next = await shop.startPayment(fresh.id);
  await shop.simulate(next, 'complete');
  await shop.untilOrder(fresh.id, ({ status }) => status === 'processing');

  const before = await Promise.all([paid, open, fresh].map(({ id }) => shop.order(id)));
  await shop.poll();
  await cancelUnpaid();
  expect(await Promise.all([paid, open, fresh].map(({ id }) => shop.order(id)))).toEqual(before);
  for (const { payment, transaction } of before) {
    expect(payment).toMatchObject({ status: 'completed' });
    expect(await shop.causeway.call('GET', `/payments/${transaction}`)).toMatchObject({
      status: 'completed',
    });
  }
  const all = await shop.causeway.call<object[]>('GET', '/payments?status=completed');
  expect(all, 'one payment for each order').toHaveLength(3);
});
