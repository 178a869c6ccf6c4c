import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventTypes } from '../../server/src/messages/webhooks/events.ts';
import { password } from '../../server/test/dashboard/support.ts';
import { completePayment, makeEndpoint } from '../../server/test/messages/webhooks/api-support.ts';
import { type Receiver, startReceiver } from '../../server/test/messages/webhooks/receiver.ts';
import { call } from '../../server/test/support/call.ts';
import type { TestMerchant } from '../../server/test/support/service.ts';
import { goTo, untilSaid } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;
let receiver: Receiver;
let shop: TestMerchant;

beforeAll(async () => {
  [office, receiver] = await Promise.all([startOffice(), startReceiver()]);
});
beforeEach(async () => {
  shop = await office.service.createMerchant();
  receiver.received.length = 0;
  receiver.behave((_received, response) => response.end('{"taken":true}'));
});
afterEach(() => office.closeTabs());
afterAll(async () => {
  await office.stop();
  await receiver.close();
});

const enter = (path: string, role: 'owner' | 'viewer' = 'owner') =>
  office.enter(path, { role, merchantId: shop.merchantId });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const dialog = (page: Page) => page.getByRole('dialog');
const patience = { timeout: 60_000, interval: 200 };

/** Reads the secret, which is shown once. Only the button closes the dialog, not Escape. */
async function takeSecret(page: Page, label: string): Promise<string> {
  const secret = await page.getByRole('region', { name: label, exact: true }).innerText();
  await page.keyboard.press('Escape');
  await button(page, "I've saved it").click();
  await dialog(page).waitFor({ state: 'hidden' });
  return secret.trim();
}

describe('API keys', () => {
  const status = async (key: string) =>
    (await call(`${office.service.url}/api/v1/payments`, 'GET', { key })).status;

  it('a key is created, shown once, used, edited and revoked', async () => {
    const page = await enter('/developers/keys');
    await button(page, 'Create key').click();
    await nameField(page).fill('Shop server');
    await page.getByLabel('Allowed IP addresses').fill('127.0.0.1\nnot an address');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    await page.getByText('"not" is not an IP address or CIDR range').waitFor();
    expect(await page.getByLabel('Allowed IP addresses').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Allowed IP addresses').fill('127.0.0.1, 10.0.0.0/8');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    const key = await takeSecret(page, 'API key');
    expect(key).toMatch(/^svc_test_/);
    expect(await status(key)).toBe(200);
    const row = page.getByRole('row', { name: /Shop server/ });
    await row.getByText(`svc_test_…${key.slice(-4)}`).waitFor();
    expect(await page.content()).not.toContain(key);

    await page.getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('link', { name: 'Quick start' }).first().click();
    await page.getByText(`KEY=${key}`).waitFor();
    await page.goto(`${office.service.url}/dashboard/developers/keys`);

    await button(page, 'Edit Shop server').click();
    await nameField(page).fill('Old server');
    await page.getByLabel('Strict mode').check();
    await page.getByLabel('Allowed IP addresses').fill('203.0.113.7');
    await button(page, 'Save').click();
    await page.getByRole('row', { name: /Old server.*strict.*203\.0\.113\.7/ }).waitFor();
    await vi.waitFor(async () => expect(await status(key)).toBe(403), patience);

    await button(page, 'Revoke Old server').click();
    await dialog(page).getByText('cannot be undone').waitFor();
    await dialog(page).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /Old server/ }).waitFor({ state: 'hidden' });
    await vi.waitFor(async () => expect(await status(key)).toBe(401), patience);
    expect(await page.evaluate("localStorage.getItem('causeway.test_key')")).toBe(null);
    await page.getByLabel('Show revoked keys').check();
    await page.getByRole('row', { name: /Old server Revoked/ }).waitFor();
  });

  it('a key is restricted to resources and expires', async () => {
    const page = await enter('/developers/keys');
    await button(page, 'Create key').click();
    await nameField(page).fill('Report');
    await page.getByLabel('Access', { exact: true }).selectOption('Restricted to resources');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    await vi.waitFor(
      async () =>
        expect(await page.getByLabel('Access', { exact: true }).getAttribute('aria-invalid')).toBe('true'),
      patience,
    );
    await page.getByLabel('Invoices', { exact: true }).selectOption('Read');
    await page.getByLabel('Expires', { exact: true }).selectOption('In 7 days');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    const key = await takeSecret(page, 'API key');
    await page.getByRole('row', { name: /Report Expires .* Read invoices/ }).waitFor();
    expect(await status(key)).toBe(403);
  });

  it('test mode does not show live keys', async () => {
    const page = await enter('/developers/keys?env=live');
    await button(page, 'Create key').click();
    await nameField(page).fill('Till');
    await page.getByLabel('Publishable key').check();
    await page.getByRole('textbox', { name: 'Your password' }).fill(password);
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    expect(await takeSecret(page, 'API key')).toMatch(/^svc_pub_live_/);
    await page.getByRole('row', { name: /Till/ }).waitFor();
    await goTo(page, '/developers/keys');
    await page.getByRole('row', { name: /svc_test_/ }).waitFor();
    expect(await page.getByRole('row', { name: /Till/ }).count()).toBe(0);
  });
});

describe('webhook endpoints', () => {
  it('a new endpoint receives events, and a failed delivery can be retried', async () => {
    const page = await enter('/developers/webhooks');
    await page.getByText('No endpoints yet').waitFor();
    await button(page, 'Create endpoint').click();
    for (const type of eventTypes) await page.getByLabel(type).waitFor();
    await page.getByLabel('Endpoint URL').fill('nowhere');
    await dialog(page).getByRole('button', { name: 'Create endpoint' }).click();
    await vi.waitFor(
      async () => expect(await page.getByLabel('Endpoint URL').getAttribute('aria-invalid')).toBe('true'),
      patience,
    );
    await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hook`);
    await dialog(page).getByRole('button', { name: 'Create endpoint' }).click();
    await dialog(page).getByRole('alert').waitFor();
    await page.getByLabel('Payments', { exact: true }).check();
    await page.getByLabel('payment.processing').uncheck();
    await dialog(page).getByRole('button', { name: 'Create endpoint' }).click();
    const secret = await takeSecret(page, 'signing secret');

    receiver.behave((_received, response) => response.writeHead(500).end('out of order'));
    // Otherwise the service retries after a minute.
    office.freeze();
    await completePayment(office.service, shop.testKey);
    await page.getByRole('link', { name: `${receiver.url}/hook` }).click();
    await page.getByRole('row', { name: /payment\.completed Pending.*500/ }).waitFor();
    expect(receiver.received.map(({ headers }) => headers['x-service-event'])).toEqual(['payment.completed']);

    await page.reload();
    await page.getByRole('heading', { level: 1 }).getByText('Failing', { exact: true }).waitFor();

    receiver.behave((_received, response) => response.end('{"taken":true}'));
    await button(page, 'Retry: payment.completed').click();
    await page.getByRole('row', { name: /payment\.completed Succeeded 2 200/ }).waitFor();
    const [, again] = receiver.received;
    expect(again?.headers['x-service-signature']).toBe(
      createHmac('sha256', secret)
        .update(again?.body ?? '')
        .digest('hex'),
    );

    await page.getByRole('link', { name: 'payment.completed' }).click();
    await page.getByRole('region', { name: 'Attempt 1', exact: true }).getByText('out of order').waitFor();
    const second = page.getByRole('region', { name: 'Attempt 2', exact: true });
    await second.getByText('"taken": true').waitFor();
    await second.getByText(String(again?.headers['x-service-delivery-id'])).waitFor();
    const sent: unknown = JSON.parse(await page.getByRole('region', { name: 'event body' }).innerText());
    expect(sent).toEqual(JSON.parse(again?.body ?? ''));
  });

  it('all failed deliveries can be retried at once', async () => {
    const endpoint = await makeEndpoint(office.service, { url: receiver.url }, { key: shop.testKey });
    await completePayment(office.service, shop.testKey);
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), patience);
    const page = await enter(`/developers/webhooks/${endpoint.endpoint_id}`);
    await page.getByRole('row', { name: /payment\.completed Succeeded/ }).waitFor();
    const { db } = office.service.ctx;
    const left = () => db`select from undelivered where endpoint_id = ${endpoint.endpoint_id}`;
    await vi.waitFor(async () => expect(await left()).toHaveLength(0), patience);
    await db`
      insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts)
      select endpoint_id, delivery_id, merchant_id, event_id, is_test, 1 from deliveries
      where endpoint_id = ${endpoint.endpoint_id}`;
    await page.getByRole('row', { name: /payment\.completed Failed/ }).waitFor();
    await page.getByLabel('Status').selectOption('succeeded');
    await page.getByText('No deliveries match').waitFor();
    await page.getByLabel('Status').selectOption('failed');
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed');
    await page.getByRole('row', { name: /payment\.completed Failed/ }).waitFor();
    await button(page, 'Clear filters').click();
    await button(page, 'Retry all failed').click();
    await dialog(page).getByRole('button', { name: 'Retry all' }).click();
    await untilSaid(page, 'sent again.');
    await page.getByRole('row', { name: /payment\.completed Succeeded 2 200/ }).waitFor();
  });

  it('an endpoint can be tested, disabled, edited and deleted, and its secret rotated', async () => {
    const made = await makeEndpoint(office.service, { url: receiver.url }, { key: shop.testKey });
    const page = await enter(`/developers/webhooks/${made.endpoint_id}`);
    receiver.behave((_received, response) => response.writeHead(418).end('short and stout'));
    await button(page, 'Send test event').click();
    await page.getByLabel('Event type').selectOption('invoice.paid');
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await dialog(page).getByText('Test event failed.').waitFor();
    await dialog(page).getByText('short and stout').waitFor();
    await button(page, 'Close').click();
    await page.getByRole('row', { name: /invoice\.paid Failed/ }).waitFor();

    await button(page, 'Rotate secret').click();
    await dialog(page).getByRole('button', { name: 'Rotate secret' }).click();
    const secret = await takeSecret(page, 'signing secret');
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(made.secret);

    await button(page, 'Disable').click();
    await dialog(page).getByRole('button', { name: 'Disable' }).click();
    await button(page, 'Enable').waitFor();
    await page.getByRole('heading', { level: 1, name: /Disabled/ }).waitFor();

    await button(page, 'Edit').click();
    await page.getByLabel('Description').fill('The warehouse');
    await page.getByLabel('All events').uncheck();
    await page.getByLabel('refund.failed').check();
    await button(page, 'Save').click();
    await page.getByText('The warehouse').waitFor();
    await page.getByRole('region', { name: 'Endpoint' }).getByText('refund.failed').waitFor();

    await button(page, 'Delete').click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints yet').waitFor();
  });
});

describe('events, requests and e-mails', () => {
  it('an event shows its body and deliveries; requests show status, duration and ID', async () => {
    await makeEndpoint(office.service, { url: receiver.url }, { key: shop.testKey });
    const paymentId = await completePayment(office.service, shop.testKey);
    await office.service.call('GET', '/payments/pay_none', { key: shop.testKey });
    const page = await enter('/developers/events');
    await page.getByLabel('Type').selectOption('payment.completed');
    expect(new URL(page.url()).searchParams.get('type')).toBe('payment.completed');
    await page.getByRole('link', { name: 'payment.completed' }).click();
    await page.getByRole('region', { name: 'event body' }).getByText(paymentId).waitFor();
    await page.getByRole('row', { name: /127\.0\.0\.1.*Succeeded/ }).waitFor();

    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('row', { name: /POST \/api\/v1\/payments .*201.* ms/ }).waitFor();
    await page.getByLabel('Status').selectOption('4xx');
    await page.getByRole('row', { name: /GET .*pay_none.*404.*req_/ }).waitFor();
    await vi.waitFor(
      async () => expect(await page.getByRole('row', { name: /POST/ }).count()).toBe(0),
      patience,
    );
    await page.getByLabel('Status').selectOption('2xx');
    const made = page.getByRole('row', { name: /POST \/api\/v1\/payments .*201/ });
    await made.getByRole('link', { name: /^POST/ }).click();
    await page.getByRole('region', { name: 'response body' }).getByText(paymentId).waitFor();
    await page.getByRole('link', { name: paymentId }).waitFor();
    await page.getByRole('link', { name: 'payment.completed' }).click();
    await page.getByRole('region', { name: 'event body' }).getByText(paymentId).waitFor();
  });

  it('the outbox shows an invoice e-mail as the customer sees it, and why it failed', async () => {
    const answer = await office.service.call('POST', '/invoices', {
      key: shop.testKey,
      body: {
        currency: 'EUR',
        line_items: [{ description: 'Tea', quantity: 2, unit_price: '5.00' }],
        customer_email: 'anna@example.com',
        send_email: true,
      },
    });
    expect(answer.status, answer.text).toBe(201);
    const { db } = office.service.ctx;
    await db`update emails set status = 'failed', last_error = 'mailbox full' where merchant_id = ${shop.merchantId}`;
    const page = await enter('/developers/outbox?status=failed');
    await page.getByRole('link', { name: 'anna@example.com' }).click();
    await page.getByText('mailbox full').waitFor();
    await page.frameLocator('iframe').getByText('Tea').first().waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts');
    await page.getByText('Text', { exact: true }).click();
    await page.getByRole('region', { name: 'e-mail text' }).getByText('Tea').first().waitFor();
  });
});

it('a viewer can see everything but not change it', async () => {
  const endpoint = await makeEndpoint(office.service, { url: receiver.url }, { key: shop.testKey });
  await completePayment(office.service, shop.testKey);
  const page = await enter('/developers/keys', 'viewer');
  await page.getByRole('row', { name: /svc_test_/ }).waitFor();
  expect(await button(page, /Create|Edit|Revoke/).count()).toBe(0);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: endpoint.url }).click();
  await page.getByRole('row', { name: /payment\.completed/ }).waitFor();
  expect(await button(page, /Create|Edit|Delete|Disable|Rotate|Retry|Send/).count()).toBe(0);
});
