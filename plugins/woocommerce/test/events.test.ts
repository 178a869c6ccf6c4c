import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhooks } from '../../../sdk/src/webhooks/webhooks.ts';
import { call } from '../../../server/test/support/call.ts';
import { until } from '../../../server/test/support/process.ts';
import { connect, endpointOf, type OrderState, patienceMs, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  await connect(shop, { paid_status: 'processing' });
});
afterAll(() => shop?.stop());

interface Delivery {
  delivery_id: string;
  event_id: string;
  event_type: string;
  attempts: { http_status: number; response_body: string }[];
}

async function deliveries(type: string, paymentId: string): Promise<Delivery[]> {
  const all = await shop.causeway.call<Delivery[]>(
    'GET',
    `/webhooks/endpoints/${await endpointOf(shop.causeway)}/deliveries?limit=100`,
  );
  const events = await shop.causeway.call<{ id: string; data: { payment_id: string } }[]>(
    'GET',
    `/events?type=${type}&limit=100`,
  );
  const ids = events.filter(({ data }) => data.payment_id === paymentId).map(({ id }) => id);
  return all.filter(({ event_id }) => ids.includes(event_id));
}

/** Delivers the event again, after its first delivery was answered, and returns what the shop answered then. */
async function replay(type: string, paymentId: string): Promise<string | undefined> {
  const attempts = async () => (await deliveries(type, paymentId))[0]?.attempts ?? [];
  await until(async () => (await attempts()).length > 0, patienceMs);
  const before = (await attempts()).length;
  const [delivery] = await deliveries(type, paymentId);
  await shop.causeway.call('POST', `/webhooks/deliveries/${delivery?.delivery_id}/retry`);
  await until(async () => (await attempts()).length > before, patienceMs);
  return (await attempts()).at(-1)?.response_body;
}

/** An event that test mode cannot cause, delivered as the service would. Returns what the shop answered. */
async function deliver(event: { id: string; type: string; data: object }): Promise<string> {
  const { secret } = await shop.wp.php<{ secret: string }>(`return get_option('causeway_webhooks')['test'];`);
  const body = JSON.stringify({ ...event, created_at: new Date().toISOString() });
  const signed = await webhooks.sign(body, secret);
  const headers = { ...signed.headers };
  const answer = await fetch(`${shop.wp.url}/wc-api/causeway/`, { method: 'POST', body, headers });
  return answer.text();
}

const isPaid = ({ status }: OrderState) => status === 'processing';
const about = (id: number) =>
  shop.wp.mails().filter(({ subject }) => subject.endsWith(`Order ${id} needs your attention`));

describe('a webhook', () => {
  it('pays an order once, though it comes twice', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    await shop.simulate(paymentId, 'complete');
    await shop.untilOrder(id, isPaid);
    expect(await replay('payment.completed', paymentId)).toBe('already handled');
    const paid = await shop.order(id);
    expect(paid).toMatchObject({ transaction: paymentId, payment: { status: 'completed' } });
    expect(await replay('payment.completed', paymentId)).toBe('already handled');
    expect(await shop.order(id)).toEqual(paid);
  });

  it('is refused if it is tampered with, signed with another secret, too old or unsigned', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    const { secret } = await shop.wp.php<{ secret: string }>(
      `return get_option('causeway_webhooks')['test'];`,
    );
    const payment = await shop.causeway.call<object>('GET', `/payments/${paymentId}`);
    const event = (amount: string) =>
      JSON.stringify({
        id: 'evt_forged',
        type: 'payment.completed',
        created_at: new Date().toISOString(),
        data: { ...payment, status: 'completed', amount },
      });
    const send = (body: string, headers: Record<string, string>) =>
      fetch(`${shop.wp.url}/wc-api/causeway/`, { method: 'POST', body, headers });
    const genuine = await webhooks.sign(event('20.00'), secret);
    const other = await webhooks.sign(event('20.00'), 'whsec_b3RoZXI=');
    const old = await webhooks.sign(event('20.00'), secret, { at: new Date(Date.now() - 400_000) });
    for (const [body, headers] of [
      [event('0.01'), genuine.headers],
      [other.body, other.headers],
      [old.body, old.headers],
      [genuine.body, {}],
    ] as const) {
      expect((await send(body, { ...headers })).status).toBe(400);
    }
    expect((await shop.order(id)).status).toBe('pending');
    // Signed, but of another amount than the order: a person decides.
    const less = await webhooks.sign(event('1.00'), secret);
    expect(await (await send(less.body, { ...less.headers })).text()).toBe('handled');
    expect((await shop.order(id)).status).toBe('on-hold');
    expect(about(id)).toMatchObject([{ text: expect.stringContaining('not the total of the order') }]);
  });

  it('that comes late changes nothing any more', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    await shop.setEndpoint('disabled');
    await shop.simulate(paymentId, 'fail');
    await shop.setEndpoint('enabled');
    const retried = await call(`${shop.causeway.url}/checkout/${paymentId}/retry`, 'POST');
    const second = retried.json.data.payment_id;
    await shop.simulate(second, 'complete');
    const paid = await shop.untilOrder(id, isPaid);
    expect(paid.transaction).toBe(second);
    // The poll brings the failure of the first payment after the second was completed.
    await shop.poll();
    expect(await shop.order(id)).toMatchObject({ status: 'processing', transaction: second });
  });

  it('that says the payment expired leaves the order open, and the customer can pay it again', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    await shop.simulate(paymentId, 'expire');
    const order = await shop.untilOrder(id, ({ payment }) => payment['status'] === 'expired');
    expect(order.status).toBe('pending');
    expect(order.notes.join()).toContain('The time to pay is over');
    const second = await shop.startPayment(id);
    expect(second).not.toBe(paymentId);
    await shop.simulate(second, 'complete');
    expect(await shop.untilOrder(id, isPaid)).toMatchObject({ transaction: second });
  });

  it('of a transaction that was seen puts the order on hold, and back when it fails', async () => {
    const { id, paymentId } = await shop.placeOrder('6.66');
    const checkout = `${shop.causeway.url}/checkout/${paymentId}`;
    const choice = JSON.stringify({ chain: 'base', token: 'USDC' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${checkout}/choice`, { method: 'POST', body: choice, headers });
    await fetch(`${checkout}/pay`, { method: 'POST', body: choice, headers });
    // What is known of the payment is saved a moment before the status.
    const order = await shop.untilOrder(
      id,
      ({ payment, status }) => payment['status'] === 'failed' && status === 'pending',
    );
    expect(order.notes.join()).toContain('waits for confirmations');
  });
});

describe('a webhook that is lost', () => {
  it('is made up for by the poll', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    await shop.setEndpoint('disabled');
    await shop.simulate(paymentId, 'complete');
    expect((await shop.order(id)).status).toBe('pending');
    await shop.poll();
    expect(await shop.order(id)).toMatchObject({ status: 'processing', transaction: paymentId });
    await shop.setEndpoint('enabled');
  });

  it('because the plug-in was off is made up for when it is on again', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    const plugin = "'causeway-woocommerce/causeway-woocommerce.php'";
    const admin = "require_once ABSPATH . 'wp-admin/includes/plugin.php';";
    await shop.wp.php(`${admin} deactivate_plugins(${plugin}); return 1;`);
    await shop.simulate(paymentId, 'complete');
    await until(
      async () => (await deliveries('payment.completed', paymentId))[0]?.attempts[0]?.http_status === 400,
      patienceMs,
    );
    expect((await shop.order(id)).status).toBe('pending');
    await shop.wp.php(`${admin} return is_wp_error(activate_plugin(${plugin}));`);
    const isDue = `return as_next_scheduled_action('causeway_poll', [], 'causeway') !== false;`;
    expect(await shop.wp.php(isDue)).toBe(true);
    await shop.poll();
    expect(await shop.order(id)).toMatchObject({ status: 'processing', transaction: paymentId });
    expect(await replay('payment.completed', paymentId)).toBe('already handled');
  });
});

describe('an order that is cancelled', () => {
  const cancel = (id: number) => shop.wp.php(`wc_get_order(${id})->update_status('cancelled'); return 1;`);

  it('takes its open payment with it', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    await cancel(id);
    const payment = await shop.causeway.call<object>('GET', `/payments/${paymentId}`);
    expect(payment).toMatchObject({ status: 'expired', cancelled_at: expect.any(String) });
  });

  it('and paid all the same is not lost: on hold, with a note and a mail', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    await shop.causeway.down();
    await cancel(id);
    await shop.causeway.up();
    await shop.simulate(paymentId, 'complete');
    const order = await shop.untilOrder(id, ({ status }) => status === 'on-hold');
    expect(order).toMatchObject({ transaction: paymentId, payment: { status: 'completed' } });
    const text = `20.00 USD came by payment ${paymentId} after the order was cancelled.`;
    expect(order.notes.join()).toContain(text);
    expect(about(id)).toMatchObject([{ to: 'admin@shop.example', text: expect.stringContaining(text) }]);
    // The cancellation that could not be sent is tried later, and does no harm.
    await shop.wp.php(`do_action('causeway_release', ${id}, 1); return 1;`);
    expect((await shop.order(id)).status).toBe('on-hold');
  });

  it.each([
    [429, 'RATE_LIMIT_EXCEEDED'],
    [503, 'SERVICE_UNAVAILABLE'],
  ])('while the service answers %i has its payment cancelled later', async (status, code) => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    const body = JSON.stringify({ success: false, error: { code, message: 'Try again' } });
    const isScheduled = await shop.wp.php(`
      $answer = ['response' => ['code' => ${status}], 'body' => '${body}', 'headers' => [], 'cookies' => []];
      add_filter('pre_http_request', static fn ($no, $args, $url) => str_ends_with($url, '/cancel') ? $answer : $no, 10, 3);
      wc_get_order(${id})->update_status('cancelled');
      return as_has_scheduled_action('causeway_release', [${id}, 1], 'causeway');`);
    expect(isScheduled).toBe(true);
    await shop.wp.php(`do_action('causeway_release', ${id}, 1); return 1;`);
    expect(await shop.causeway.call('GET', `/payments/${paymentId}`)).toMatchObject({ status: 'expired' });
  });

  it('is not cancelled by WooCommerce while its payment is open, nor while the service is down', async () => {
    const { id, paymentId } = await shop.placeOrder('20.00');
    const age = `
      $order = wc_get_order(${id});
      $order->set_date_created(time() - 7200);
      $order->save();
      global $wpdb;
      $wpdb->query("update {$wpdb->prefix}wc_orders set date_updated_gmt = '2026-01-01 00:00:00' where id = ${id}");
      $wpdb->query("update {$wpdb->prefix}wc_order_operational_data set created_via = 'checkout' where order_id = ${id}");
      wc_cancel_unpaid_orders();
      return wc_get_order(${id})->get_status();`;
    await shop.causeway.down();
    expect(await shop.wp.php(age)).toBe('pending');
    await shop.causeway.up();
    await shop.simulate(paymentId, 'expire');
    await shop.untilOrder(id, ({ payment }) => payment['status'] === 'expired');
    // Once the payment has ended, stock is freed as WooCommerce always does.
    expect(await shop.wp.php(age)).toBe('cancelled');
  });
});

describe('a paid order', () => {
  async function paidOrder(): Promise<{ id: number; paymentId: string }> {
    const placed = await shop.placeOrder('20.00');
    await shop.simulate(placed.paymentId, 'complete');
    await shop.untilOrder(placed.id, ({ transaction }) => transaction === placed.paymentId);
    return placed;
  }

  it('gets the status that the owner chose', async () => {
    const choose = (status: string) =>
      shop.wp.php(
        `$all = get_option('woocommerce_causeway_settings'); $all['paid_status'] = '${status}'; return update_option('woocommerce_causeway_settings', $all);`,
      );
    await choose('completed');
    const { id } = await paidOrder();
    expect((await shop.order(id)).status).toBe('completed');
    await choose('processing');
  });

  it('whose money the chain takes back is on hold, and the owner is told once', async () => {
    const { id, paymentId } = await paidOrder();
    const event = { id: 'evt_reversed', type: 'payment.reversed', data: { payment_id: paymentId } };
    expect(await deliver(event)).toBe('handled');
    expect(await deliver(event)).toBe('already handled');
    expect((await shop.order(id)).status).toBe('on-hold');
    expect(about(id)).toMatchObject([{ text: expect.stringContaining('The chain took the payment back') }]);
  });

  it('whose refund waits for the balance stays, and the owner is told once', async () => {
    const { id, paymentId } = await paidOrder();
    const data = { refund_id: 'ref_1', payment_id: paymentId, amount: '20.00', currency: 'USD' };
    const event = { id: 'evt_waiting', type: 'refund.waiting', data };
    expect(await deliver(event)).toBe('handled');
    expect(await deliver(event)).toBe('already handled');
    expect((await shop.order(id)).status).toBe('processing');
    const text = 'The refund of 20.00 USD waits until your balance in Causeway covers it.';
    expect(about(id)).toMatchObject([{ text: expect.stringContaining(text) }]);
  });
});

it('an order that was paid in another way and with crypto tells the owner', async () => {
  const { id, paymentId } = await shop.placeOrder('20.00');
  await shop.causeway.down();
  await shop.wp.php(
    `$order = wc_get_order(${id}); $order->set_payment_method('cod'); $order->payment_complete('cash'); return 1;`,
  );
  await shop.causeway.up();
  await shop.simulate(paymentId, 'complete');
  await until(() => about(id).length > 0, patienceMs);
  expect(about(id)[0]?.text).toContain(`20.00 USD came by payment ${paymentId} although the order was paid`);
  const asItWas = { status: 'completed', method: 'cod', transaction: 'cash', refunded: '0.00' };
  expect(await shop.order(id)).toMatchObject(asItWas);
  // Giving it back refunds nothing of the order.
  await shop.causeway.call('POST', '/refunds', { payment_id: paymentId });
  const refunded = await shop.untilOrder(id, ({ notes }) => notes.join().includes('is confirmed'));
  expect(refunded).toMatchObject(asItWas);
});

it('a payment for an order that was deleted tells the owner', async () => {
  const { id, paymentId } = await shop.placeOrder('20.00');
  await shop.wp.php(`wc_get_order(${id})->delete(true); return 1;`);
  await shop.simulate(paymentId, 'complete');
  const mail = () => shop.wp.mails().find(({ text }) => text.includes(paymentId));
  await until(() => mail() !== undefined, patienceMs);
  expect(mail()?.text).toContain(`for order ${id}, which does not exist any more`);
});

it('a payment is made once, however often its customer clicks, and anew when the total changes', async () => {
  const { id, paymentId } = await shop.placeOrder('20.00');
  expect(await Promise.all([shop.startPayment(id), shop.startPayment(id)])).toEqual([paymentId, paymentId]);
  await shop.wp.php(`$order = wc_get_order(${id}); $order->set_total('25.00'); $order->save(); return 1;`);
  const next = await shop.startPayment(id);
  expect(await shop.causeway.call('GET', `/payments/${next}`)).toMatchObject({ amount: '25.00' });
  expect(await shop.causeway.call('GET', `/payments/${paymentId}`)).toMatchObject({ status: 'expired' });
});

it('a shop on a laptop gets its customers back in test mode', async () => {
  const back = "static fn () => 'http://localhost:8080/thanks'";
  const id = await shop.wp.php<number>(`
    add_filter('woocommerce_get_return_url', ${back});
    add_filter('woocommerce_get_checkout_url', static fn () => 'http://shop.local/checkout');
    $order = wc_create_order();
    $order->set_total('20.00');
    $order->set_payment_method('causeway');
    $order->save();
    WC()->payment_gateways()->payment_gateways()['causeway']->process_payment($order->get_id());
    return $order->get_id();`);
  const { payment } = await shop.order(id);
  expect(await shop.causeway.call('GET', `/payments/${payment['payment_id']}`)).toMatchObject({
    redirect_url: 'http://localhost:8080/thanks',
    cancel_url: null,
  });
});

it('a total with three decimals is refused with what a customer can do', async () => {
  const refusal = await shop.wp.php<string>(`
    update_option('woocommerce_price_num_decimals', '3');
    $order = wc_create_order();
    $order->set_total('20.005');
    $order->set_payment_method('causeway');
    $order->save();
    try {
      WC()->payment_gateways()->payment_gateways()['causeway']->process_payment($order->get_id());
    } catch (Exception $error) {
      return $error->getMessage();
    } finally {
      update_option('woocommerce_price_num_decimals', '2');
    }`);
  expect(refusal).toContain('This amount cannot be paid with crypto');
});
