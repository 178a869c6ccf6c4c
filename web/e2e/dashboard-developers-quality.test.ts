import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  completePayment,
  deliveriesOf,
  makeEndpoint,
} from '../../server/test/messages/webhooks/api-support.ts';
import { type Receiver, startReceiver } from '../../server/test/messages/webhooks/receiver.ts';
import { dashboardLooks, inspect } from './checks.ts';
import { goTo } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;
let receiver: Receiver;
/** All developer pages, none of them empty. */
let paths: string[];

beforeAll(async () => {
  [office, receiver] = await Promise.all([startOffice(), startReceiver()]);
  const { service } = office;
  receiver.behave((_received, response) => response.writeHead(500).end('out of order'));
  const { endpoint_id } = await makeEndpoint(service, { url: `${receiver.url}/${'long-'.repeat(30)}` });
  await completePayment(service);
  await service.call('GET', '/payments/pay_none');
  await service.call('POST', '/invoices', {
    body: {
      currency: 'EUR',
      line_items: [{ description: 'Tea', quantity: 2, unit_price: '5.00' }],
      customer_email: `${'anna'.repeat(12)}@example.com`,
      send_email: true,
    },
  });
  await service.ctx.db`update emails set last_error = 'mailbox full'`;
  const [event] = (await service.call('GET', '/events')).json.data;
  await vi.waitFor(() => twoAttempts(endpoint_id, event.id), { timeout: 60_000, interval: 500 });
  const [email] = await service.ctx.db<{ email_id: string }[]>`select email_id from emails`;
  paths = [
    'keys',
    'webhooks',
    `webhooks/${endpoint_id}`,
    `webhooks/${endpoint_id}/deliveries/${event.id}`,
    'events',
    `events/${event.id}`,
    'requests',
    `requests/${await loggedRequest()}`,
    'outbox',
    `outbox/${email?.email_id}`,
  ];
});
afterEach(() => office.closeTabs());
afterAll(async () => {
  await office.stop();
  await receiver.close();
});

/** The log is written once a second. */
async function loggedRequest(): Promise<string> {
  const { ctx } = office.service;
  await ctx.requestLog.flush();
  const [row] = await ctx.db<{ request_id: string }[]>`
    select request_id from request_bodies where request_body is not null order by request_id limit 1`;
  return row?.request_id ?? '';
}

/** Retries the delivery until it has two attempts. */
async function twoAttempts(endpointId: string, eventId: string): Promise<void> {
  const [delivery] = await deliveriesOf(office.service, endpointId, `?event_id=${eventId}`);
  if (delivery.attempts.length === 1)
    await office.service.call('POST', `/webhooks/deliveries/${delivery.delivery_id}/retry`);
  expect(delivery.attempts.length).toBeGreaterThan(1);
}

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  // Narrow screens hide some columns.
  await page.locator('time').first().waitFor({ state: 'attached' });
}

it('every page is accessible and fits the screen', async () => {
  const page = await office.enter('/developers/keys', dashboardLooks[0]);
  for (const path of paths) {
    await goTo(page, `/developers/${path}`);
    await loaded(page);
    await inspect(page, path.replaceAll('/', '-'));
  }
});

it.each([
  ['keys', 'Create key'],
  ['webhooks', 'Create endpoint'],
])('the dialog of %s takes the focus and returns it on Escape', async (path, name) => {
  const page = await office.enter(`/developers/${path}`);
  const opener = page.getByRole('button', { name });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input:focus').waitFor();
  await inspect(page, name);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('button:focus', { hasText: name }).waitFor();
});
