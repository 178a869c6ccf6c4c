import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmations, type LiveService, startLiveService } from '../../../server/test/live/live-service.ts';
import { until } from '../../../server/test/support/process.ts';
import { startWordPress, type WordPress } from './support/wordpress.ts';

/** Live endpoints must be public, so no webhook reaches the shop here: it reads the list of events. */
let live: LiveService<'base'>;
let wp: WordPress;

beforeAll(async () => {
  live = await startLiveService('base');
  live.ctx.config.publicUrl = live.url;
  wp = await startWordPress();
  const settings = {
    enabled: 'yes',
    url: live.url,
    mode: 'live',
    test_key: live.testKey,
    live_key: live.liveKey,
    paid_status: 'processing',
  };
  await wp.php(
    `update_option('woocommerce_causeway_settings', json_decode('${JSON.stringify(settings)}', true)); return 1;`,
  );
});
afterAll(async () => {
  await wp?.stop();
  await live?.stop();
});

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const poll = () => wp.php("do_action('causeway_poll'); return 1;");

async function placeOrder(total: string): Promise<{ id: number; paymentId: string; address: `0x${string}` }> {
  const made = await wp.php<{ id: number; url: string }>(`
    $order = wc_create_order();
    $item = new WC_Order_Item_Fee();
    $item->set_props(['name' => 'Something', 'total' => '${total}']);
    $order->add_item($item);
    $order->calculate_totals(false);
    $order->set_payment_method('causeway');
    $order->save();
    $gateway = WC()->payment_gateways()->payment_gateways()['causeway'];
    return ['id' => $order->get_id(), 'url' => $gateway->process_payment($order->get_id())['redirect']];`);
  const paymentId = made.url.split('/').at(-1) ?? '';
  const chosen = await live.call('POST', `/payments/${paymentId}/deposits`, {
    key: live.liveKey,
    body: { chain: 'base', token: 'USDC' },
  });
  return { id: made.id, paymentId, address: chosen.json.data.address };
}

const statusOf = (id: number) => wp.php<string>(`return wc_get_order(${id})->get_status();`);

it('an order that is paid on chain is paid in the shop', async () => {
  const { id, paymentId, address } = await placeOrder('10.00');
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(10) });
  await live.chains.mine('base', confirmations);
  await live.untilStatus(paymentId, 'completed');
  await poll();
  expect(await statusOf(id)).toBe('processing');
  const links = await wp.php<string[]>(`
    $order = wc_get_order(${id});
    ob_start();
    Causeway\\WooCommerce\\OrderView::box($order);
    $gateway = WC()->payment_gateways()->payment_gateways()['causeway'];
    return [ob_get_clean(), $gateway->get_transaction_url($order)];`);
  const dashboard = `${live.url}/dashboard/payments/${paymentId}?env=live`;
  expect(links).toEqual([expect.stringContaining(`href="${dashboard}"`), dashboard]);
});

it('an order that is underpaid stays open, and the money that came is named to the owner', async () => {
  const { id, paymentId, address } = await placeOrder('10.00');
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: usdc(4) });
  await live.chains.mine('base', confirmations);
  await until(async () => (await live.received(paymentId)) === usdc(4));
  const deadline = new Date(Math.ceil(Date.now() / 1000) * 1000);
  await live.ctx.db`
    update payments set expires_at = ${deadline}, look_at = ${deadline} where payment_id = ${paymentId}`;
  live.ctx.wake.at('credit-payments', deadline);
  await until(() => Date.now() > deadline.getTime() + 1000);
  await live.chains.mine('base', confirmations);
  await live.untilStatus(paymentId, 'expired');
  const path = `/unapplied_funds?payment_id=${paymentId}`;
  await until(async () => (await live.call('GET', path, { key: live.liveKey })).json.data.length === 1);
  await poll();
  expect(await statusOf(id)).toBe('pending');
  const mails = wp.mails().filter(({ subject }) => subject.endsWith(`Order ${id} needs your attention`));
  expect(mails).toMatchObject([
    { text: expect.stringMatching(/4\.000000 USDC arrived on base .*\(underpaid\)\. Transaction: 0x/) },
  ]);
  await poll();
  expect(wp.mails().filter(({ subject }) => subject.includes(`Order ${id} `))).toHaveLength(mails.length);
});

it('a test payment pays nothing in a shop that is live', async () => {
  const testMode = `$all = get_option('woocommerce_causeway_settings'); $all['mode'] = 'test'; update_option('woocommerce_causeway_settings', $all);`;
  await wp.php(`${testMode} return 1;`);
  const made = await wp.php<{ id: number; url: string }>(`
    $order = wc_create_order();
    $order->set_total('20.00');
    $order->set_payment_method('causeway');
    $order->save();
    $gateway = WC()->payment_gateways()->payment_gateways()['causeway'];
    return ['id' => $order->get_id(), 'url' => $gateway->process_payment($order->get_id())['redirect']];`);
  await wp.php(`${testMode.replace("= 'test'", "= 'live'")} return 1;`);
  await live.call('POST', `/payments/${made.url.split('/').at(-1)}/simulate`, {
    body: { outcome: 'complete' },
  });
  await poll();
  expect(await statusOf(made.id)).toBe('pending');
});
