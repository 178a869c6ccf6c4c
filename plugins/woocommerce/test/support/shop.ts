import type { Browser, BrowserContext, Page } from 'playwright-core';
import { until } from '../../../../server/test/support/process.ts';
import { sharedBrowser } from '../../../../web/e2e/browser.ts';
import { putBehindSite, site } from '../../../../web/e2e/merchant-site.ts';
import { type Causeway, startCauseway } from '../../../test-support/causeway.ts';
import { startWordPress, type WordPress } from './wordpress.ts';

export const patienceMs = Number(process.env['PATIENCE'] ?? 90_000);

export interface OrderState {
  status: string;
  method: string;
  transaction: string;
  total: string;
  refunded: string;
  payment: Record<string, string>;
  notes: string[];
}

/** A shop and the service it is connected to, and a browser that reaches the shop at https://shop.example. */
export interface Shop {
  wp: WordPress;
  causeway: Causeway;
  visit(path: string): Promise<Page>;
  /** Signed in as the shop's owner. */
  enter(path: string): Promise<Page>;
  order(id: number): Promise<OrderState>;
  untilOrder(id: number, isSo: (order: OrderState) => boolean): Promise<OrderState>;
  /** An order of this total that is about to be paid, without a browser: its id and that of its payment. */
  placeOrder(total: string): Promise<{ id: number; paymentId: string }>;
  /** Where a customer who clicks "pay" for this order is sent: the id of the payment, or the message that is shown instead. */
  startPayment(id: number): Promise<string>;
  setEndpoint(status: 'enabled' | 'disabled'): Promise<void>;
  simulate(paymentId: string, outcome: 'complete' | 'fail' | 'expire'): Promise<void>;
  /** Does what the shop does every few minutes. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

/** The clock of both, if the test moves one. */
export async function startShop(clock: Record<string, string> = {}): Promise<Shop> {
  const wp = await startWordPress(clock);
  const causeway = await startCauseway(clock);
  const browser: Browser = await sharedBrowser();
  const takeAway = putBehindSite(wp.url);
  const contexts: BrowserContext[] = [];
  const newPage = async () => {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(patienceMs);
    contexts.push(context);
    return context.newPage();
  };
  const order = (id: number) => wp.php<OrderState>(`${orderCode}return order_state(${id});`);
  return {
    wp,
    causeway,
    order,
    async visit(path) {
      const page = await newPage();
      await page.goto(site + path);
      return page;
    },
    async enter(path) {
      const page = await newPage();
      await page.goto(`${site}/wp-login.php`);
      await page.getByLabel('Username or Email Address').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill('harbour-password');
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.waitForURL(/wp-admin/);
      await page.goto(`${site}/wp-admin/${path}`);
      return page;
    },
    async untilOrder(id, isSo) {
      let seen: OrderState | undefined;
      await until(
        async () => {
          seen = await order(id);
          return isSo(seen);
        },
        patienceMs,
        () => JSON.stringify(seen),
      );
      return seen as OrderState;
    },
    async placeOrder(total) {
      const made = await wp.php<{ id: number; url: string }>(`
        $order = wc_create_order();
        $item = new WC_Order_Item_Fee();
        $item->set_props(['name' => 'Something', 'total' => '${total}']);
        $order->add_item($item);
        $order->calculate_totals(false);
        $order->set_billing_email('ada@example.com');
        $order->set_payment_method('causeway');
        $order->set_payment_method_title('Crypto');
        $order->save();
        $gateway = WC()->payment_gateways()->payment_gateways()['causeway'];
        return ['id' => $order->get_id(), 'url' => $gateway->process_payment($order->get_id())['redirect']];`);
      return { id: made.id, paymentId: made.url.split('/').at(-1) ?? '' };
    },
    async startPayment(id) {
      const code = `
        try {
          return WC()->payment_gateways()->payment_gateways()['causeway']->process_payment(${id})['redirect'];
        } catch (Exception $refusal) {
          return $refusal->getMessage();
        }`;
      const answer = await wp.php<string>(code);
      return answer.startsWith('http') ? (answer.split('/').at(-1) ?? '') : answer;
    },
    async setEndpoint(status) {
      await causeway.call('PATCH', `/webhooks/endpoints/${await endpointOf(causeway)}`, { status });
    },
    async simulate(paymentId, outcome) {
      await causeway.call('POST', `/payments/${paymentId}/simulate`, { outcome });
    },
    async poll() {
      await wp.php("do_action('causeway_poll'); return true;");
    },
    async stop() {
      for (const context of contexts) await context.close();
      takeAway();
      await causeway.stop();
      await wp.stop();
    },
  };
}

export async function endpointOf(causeway: Causeway): Promise<string> {
  const [first] = await causeway.call<{ endpoint_id: string }[]>('GET', '/webhooks/endpoints');
  return first?.endpoint_id ?? '';
}

const orderCode = `
  function order_state($id) {
    $order = wc_get_order($id);
    $notes = array_map(static fn ($note) => $note->content, wc_get_order_notes(['order_id' => $id]));
    return [
      'status' => $order->get_status(), 'method' => $order->get_payment_method(),
      'transaction' => $order->get_transaction_id(), 'total' => $order->get_total(),
      'refunded' => wc_format_decimal($order->get_total_refunded(), 2), 'notes' => $notes,
      'payment' => (object) json_decode($order->get_meta('_causeway_payment'), true),
    ];
  }
`;

/** Saves keys and URL without the settings page, and registers the webhook as its button does. */
export async function connect({ wp, causeway }: Shop, settings: Record<string, string> = {}): Promise<void> {
  const all = { enabled: 'yes', url: causeway.url, mode: 'test', test_key: causeway.testKey, ...settings };
  await wp.php(`
    update_option('woocommerce_causeway_settings', json_decode('${JSON.stringify(all)}', true));
    $register = new ReflectionMethod('Causeway\\\\WooCommerce\\\\WebhookSetup', 'register');
    return $register->invoke(null, 'test');`);
}
