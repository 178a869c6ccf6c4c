import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createMember, password } from '../../server/test/dashboard/support.ts';
import {
  completePayment,
  deliveriesOf,
  makeEndpoint,
} from '../../server/test/messages/webhooks/api-support.ts';
import { getInvoice, openInvoice } from '../../server/test/payments/invoices/support.ts';
import { type ByHand, byHand, goTo } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

/** Part of every resource of the first merchant; no other merchant may see it. */
const secret = 'mallory-must-not-see';

let office: Office;
/** IDs of the first merchant's resources, one of each kind. */
let own: Record<
  | 'payment'
  | 'refund'
  | 'invoice'
  | 'button'
  | 'endpoint'
  | 'event'
  | 'delivery'
  | 'email'
  | 'key'
  | 'member',
  string
>;

beforeAll(async () => {
  office = await startOffice();
  own = await oneOfEverything();
});
afterEach(() => office.closeTabs());
afterAll(() => office.stop());

async function oneOfEverything(): Promise<typeof own> {
  const { service } = office;
  const { endpoint_id } = await makeEndpoint(service, { url: `http://127.0.0.1:9/${secret}` });
  const payment = await completePayment(service);
  await service.ctx.db`update payments set description = ${secret}`;
  const refund = await service.call('POST', '/refunds', {
    body: { payment_id: payment, amount: '1.00', reason: secret },
  });
  expect(refund.status, refund.text).toBe(201);
  const invoice = await openInvoice(service, { memo: secret, customer_email: `${secret}@example.com` });
  await service.call('POST', `/invoices/${invoice.invoice_id}/send`);
  const button = await service.call('POST', '/buttons', {
    body: { name: secret, amount: '5.00', currency: 'USD' },
  });
  expect(button.status, button.text).toBe(201);
  const delivery = await vi.waitFor(
    async () => {
      const [newest] = await deliveriesOf(service, endpoint_id);
      expect(newest).toBeDefined();
      return newest;
    },
    { timeout: 60_000 },
  );
  const [email] = await service.ctx.db<{ email_id: string }[]>`select email_id from emails`;
  const { keyId } = await service.createKey(service.merchantId, 'test');
  return {
    payment,
    refund: refund.json.data.refund_id,
    invoice: invoice.invoice_id,
    button: button.json.data.button_id,
    endpoint: endpoint_id,
    event: delivery.event_id,
    delivery: delivery.delivery_id,
    email: email?.email_id ?? '',
    key: keyId,
    member: (await createMember(service)).memberId,
  };
}

/** Every request for a resource of the first merchant, below /api/v1 and /dashboard/api. */
function requestsForOwn(): ByHand[] {
  const lineItems = [{ description: 'Mine', quantity: 1, unit_price: '5.00' }];
  const api: ByHand[] = [
    { method: 'GET', path: `/payments/${own.payment}` },
    { method: 'GET', path: `/payments?starting_after=${own.payment}` },
    { method: 'POST', path: `/payments/${own.payment}/simulate`, body: { outcome: 'fail' } },
    { method: 'POST', path: '/refunds', body: { payment_id: own.payment } },
    { method: 'GET', path: `/refunds/${own.refund}` },
    { method: 'GET', path: `/invoices/${own.invoice}` },
    { method: 'PATCH', path: `/invoices/${own.invoice}`, body: { line_items: lineItems } },
    ...['finalize', 'send', 'void'].map((action) => ({
      method: 'POST',
      path: `/invoices/${own.invoice}/${action}`,
      body: {},
    })),
    { method: 'GET', path: `/buttons/${own.button}` },
    { method: 'PATCH', path: `/buttons/${own.button}`, body: { amount: '0.50' } },
    { method: 'POST', path: `/buttons/${own.button}/payments`, body: {} },
    { method: 'GET', path: `/events/${own.event}` },
    { method: 'GET', path: `/webhooks/endpoints/${own.endpoint}/deliveries` },
    { method: 'PATCH', path: `/webhooks/endpoints/${own.endpoint}`, body: { status: 'disabled' } },
    { method: 'POST', path: `/webhooks/endpoints/${own.endpoint}/rotate_secret`, body: {} },
    { method: 'DELETE', path: `/webhooks/endpoints/${own.endpoint}` },
    { method: 'POST', path: `/webhooks/deliveries/${own.delivery}/retry`, body: {} },
    {
      method: 'POST',
      path: '/webhooks/test',
      body: { endpoint_id: own.endpoint, event_type: 'invoice.paid' },
    },
  ];
  const dashboard: ByHand[] = [
    { method: 'GET', path: `/payments/${own.payment}` },
    { method: 'GET', path: `/emails/${own.email}` },
    { method: 'PATCH', path: `/keys/${own.key}`, body: { name: 'Mine' } },
    { method: 'POST', path: `/keys/${own.key}/revoke`, body: {} },
    { method: 'PATCH', path: `/members/${own.member}`, body: { role: 'viewer', password } },
    { method: 'POST', path: `/members/${own.member}/remove`, body: { password } },
    { method: 'POST', path: `/webhooks/endpoints/${own.endpoint}/retry_failed`, body: {} },
  ];
  return [
    ...api.map((request) => ({ ...request, path: `/api/v1${request.path}` })),
    ...dashboard.map((request) => ({ ...request, path: `/dashboard/api${request.path}` })),
  ];
}

it('the owner of another merchant cannot see or change anything, even with crafted requests', async () => {
  const { merchantId } = await office.service.createMerchant();
  const page = await office.enter('/', { merchantId });
  const addresses: [string, RegExp][] = [
    [`/payments/${own.payment}`, /No payment with this id/],
    [`/refunds?payment_id=${own.payment}`, /No refunds match/],
    [`/invoices/${own.invoice}`, /No invoice with this id/],
    [`/invoices/new?copy_of=${own.invoice}`, /No invoice with this id/],
    [`/buttons/${own.button}`, /No button with this id/],
    [`/buttons/${own.button}/edit`, /No button with this id/],
    [`/developers/webhooks/${own.endpoint}`, /Endpoint not found/],
    [`/developers/webhooks/${own.endpoint}/deliveries/${own.event}`, /No webhook endpoint with this id/],
    [`/developers/events/${own.event}`, /No event with this id/],
    [`/developers/outbox/${own.email}`, /No e-mail with this id|No mail with this id/],
  ];
  for (const [address, refusal] of addresses) {
    await goTo(page, address);
    await page.getByRole('main').getByText(refusal).first().waitFor();
    expect(await page.content(), address).not.toContain(secret);
  }
  const requests = requestsForOwn();
  const answers = await byHand(page, requests);
  for (const [index, { status, text }] of answers.entries()) {
    const asked = `${requests[index]?.method} ${requests[index]?.path}: ${text}`;
    expect(status, asked).toBe(404);
    expect(text, asked).not.toContain(secret);
  }
  expect(await getInvoice(office.service, own.invoice)).toMatchObject({ status: 'open', memo: secret });
});

it('a viewer cannot change anything or read the audit log, even with crafted requests', async () => {
  const page = await office.enter('/settings/business', { role: 'viewer' });
  const lineItems = [{ description: 'x', quantity: 1, unit_price: '5.00' }];
  const changes: ByHand[] = [
    ...requestsForOwn().filter(({ method }) => method !== 'GET'),
    { method: 'POST', path: '/api/v1/payments', body: { amount: '5.00', currency: 'USD' } },
    { method: 'POST', path: '/api/v1/invoices', body: { currency: 'USD', line_items: lineItems } },
    {
      method: 'POST',
      path: '/api/v1/webhooks/endpoints',
      body: { url: 'http://127.0.0.1:9/', events: ['*'] },
    },
    { method: 'POST', path: '/dashboard/api/keys', body: { name: 'Mine', kind: 'secret' } },
    { method: 'PATCH', path: '/dashboard/api/settings', body: { name: 'Mine' } },
    { method: 'PATCH', path: '/dashboard/api/settlement', body: { schedule: 'manual' } },
    { method: 'POST', path: '/api/v1/payouts', body: { chain: 'base', token: 'USDC' } },
    { method: 'DELETE', path: '/dashboard/api/settings/logo' },
    {
      method: 'POST',
      path: '/dashboard/api/members',
      body: { email: 'mallory@example.com', role: 'owner' },
    },
    { method: 'GET', path: '/dashboard/api/audit' },
  ];
  const answers = await byHand(page, changes);
  for (const [index, { status, text }] of answers.entries()) {
    const asked = `${changes[index]?.method} ${changes[index]?.path}: ${text}`;
    expect(status, asked).toBe(403);
    expect(JSON.parse(text).error, asked).toMatchObject({ code: 'FORBIDDEN', details: { role: 'viewer' } });
  }
});

it('live mode is separate, works without a chain, and says what is missing to accept payments', async () => {
  const page = await office.enter('/invoices/new?env=live');
  await page.getByRole('textbox', { name: 'Description of line 1' }).fill('Live work');
  await page.getByRole('textbox', { name: 'Unit price of line 1' }).fill('12.00');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { level: 1 }).getByText('Draft').waitFor();
  expect(await page.getByText('No real money moves here.').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('env')).toBe('live');

  await page.getByRole('link', { name: 'Payments' }).first().click();
  await page.getByText('No payments yet').waitFor();
  await page.getByRole('link', { name: 'Create payment' }).first().click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('20.00');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await page.getByRole('alert').getByText('need an RPC URL').waitFor();
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('20.00');
});
