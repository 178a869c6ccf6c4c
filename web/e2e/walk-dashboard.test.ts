import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { unsubscribeToken } from '../../server/src/messages/notices/tokens.ts';
import { createMember, password } from '../../server/test/dashboard/support.ts';
import { deliveriesOf, makeEndpoint } from '../../server/test/messages/webhooks/api-support.ts';
import { type Receiver, startReceiver } from '../../server/test/messages/webhooks/receiver.ts';
import { createButton } from '../../server/test/payments/buttons/support.ts';
import { createInvoice } from '../../server/test/payments/invoices/support.ts';
import { createLink, free } from '../../server/test/payments/payment-links/support.ts';
import { createPaid } from '../../server/test/payments/refunds/support.ts';
import { settleTo } from '../../server/test/treasury/payouts/support.ts';
import { goTo } from './dashboard-steps.ts';
import { type Office, startOffice } from './office.ts';

let office: Office;
let receiver: Receiver;

beforeAll(async () => {
  [office, receiver] = await Promise.all([startOffice(), startReceiver()]);
});
afterEach(() => office.closeTabs());
afterAll(async () => {
  await office.stop();
  await receiver.close();
});

/** Paths of all pages behind the sign-in, from where they are listed. */
function paths(): string[] {
  const routes = readFileSync(new URL('../dashboard/shell/routes.tsx', import.meta.url), 'utf8');
  return [...routes.matchAll(/path: '(\/[^']*)'/g)]
    .map(([, path = '']) => path)
    .filter((path) => path !== '/$');
}

/** One of everything that has a page of its own, by the name in its path. */
async function makeOneOfEach(): Promise<Record<string, string>> {
  const { service } = office;
  const { endpoint_id } = await makeEndpoint(service, { url: receiver.url });
  await settleTo(service, service.merchantId, { schedule: 'manual' });
  const base = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const { payment_id } = await createPaid(service, { ...base, customer_email: 'ada@example.com' });
  const payout = await service.call('POST', '/payouts', { body: { chain: 'base', token: 'USDC' } });
  expect(payout.status, payout.text).toBe(201);
  const [delivery] = await deliveriesOf(service, endpoint_id);
  const [email] = await service.ctx.db<{ email_id: string }[]>`select email_id from emails limit 1`;
  await service.ctx.requestLog.flush();
  const [request] = await service.ctx.db<{ request_id: string }[]>`
    select request_id from request_bodies limit 1`;
  return {
    $paymentId: payment_id,
    // A draft: others cannot be edited.
    $invoiceId: (await createInvoice(service)).invoice_id,
    $payoutId: payout.json.data.payout_id,
    $linkId: (await createLink(service, free)).payment_link_id,
    $buttonId: (await createButton(service)).button_id,
    $endpointId: endpoint_id,
    $eventId: delivery.event_id,
    $requestId: request?.request_id ?? '',
    $emailId: email?.email_id ?? '',
  };
}

async function loaded(page: Page): Promise<string> {
  const title = page.getByRole('heading', { level: 1 });
  await title.waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  return title.innerText();
}

it('every page behind the sign-in opens', async () => {
  const ids = await makeOneOfEach();
  const page = await office.enter('/');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  for (const path of paths()) {
    await goTo(
      page,
      path.replace(/\$\w+/g, (name) => ids[name] ?? name),
    );
    expect(await loaded(page), path).not.toMatch(/not found|went wrong/i);
    expect(refused, path).toEqual([]);
  }
});

it('every page before the sign-in opens, and a member signs in', async () => {
  const { url, ctx } = office.service;
  const page = await office.visit('/dashboard/sign-up');
  for (const path of ['forgot', 'reset?token=x', 'invitation?token=x', 'verify?token=x']) {
    await loaded(page);
    await page.goto(`${url}/dashboard/${path}`);
  }
  const { email, memberId: member_id, merchantId: merchant_id } = await createMember(office.service, 'owner');
  const token = unsubscribeToken(ctx.secrets, { member_id, merchant_id, kind: 'payout_sent' });
  await page.goto(`${url}/unsubscribe/${token}`);
  await page.getByRole('button').waitFor();
  await page.goto(`${url}/dashboard/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});
