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

it('an event that can never be handled is passed over after an hour, with a mail', async () => {
  const { id, paymentId } = await shop.placeOrder('23.00');
  await shop.setEndpoint('disabled');
  await shop.simulate(paymentId, 'complete');
  const [event] = await shop.causeway.call<{ id: string }[]>('GET', '/events?type=payment.completed&limit=1');
  // Old enough to be passed.
  await clock.moveHours(1);
  const next = await shop.placeOrder('24.00');
  await shop.simulate(next.paymentId, 'complete');
  await clock.moveHours(1);
  const cursor = () => shop.wp.php<string>(`return get_option('causeway_cursors')['test'] ?? '';`);
  const pollBroken = (times: number) =>
    shop.wp.php(`
      $break = static fn ($status, $id) => $id === ${id} ? throw new Exception('another plug-in') : $status;
      add_filter('woocommerce_payment_complete_order_status', $break, 1, 2);
      for ($time = 0; $time < ${times}; $time++) {
        do_action('causeway_poll');
      }
      return 1;`);
  const mails = () => shop.wp.mails().filter(({ text }) => text.includes(event?.id ?? ''));
  await pollBroken(11);
  expect((await shop.order(next.id)).status, 'those after it are handled').toBe('processing');
  expect((await cursor()) < (event?.id ?? '')).toBe(true);
  expect(mails()).toEqual([]);
  await pollBroken(2);
  expect((await cursor()) > (event?.id ?? '')).toBe(true);
  expect(mails()).toMatchObject([
    { to: 'admin@shop.example', text: expect.stringContaining('failed for an hour and is passed over') },
  ]);
  await shop.setEndpoint('enabled');
});
