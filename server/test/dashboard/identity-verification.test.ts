import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Mailer } from '../../src/messages/email/mailer.ts';
import { mailed } from '../payments/invoices/support.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { mailTo, tokenMailedTo } from './mail.ts';
import { type Browser, browser, password, startDashboard } from './support.ts';

const clock = manualClock();
const mailer: Mailer = { send: async () => undefined, hangUp: () => undefined };
let service: TestService;
beforeAll(async () => {
  service = await startDashboard({ clock, mailer, env: { SIGN_UP: 'on' } });
});
afterAll(() => service.stop());

let owners = 0;
async function signUp(at = service): Promise<Browser & { email: string; session: Session }> {
  const email = `owner-${++owners}@example.com`;
  const page = browser(at);
  const body = { merchant_name: 'Win a prize at evil.example', email, password };
  const answer = await page.call('POST', '/sign_up', { body, headers: { 'accept-language': 'de' } });
  expect(answer.status, answer.text).toBe(200);
  return Object.assign(page, { email, session: answer.json.data });
}
type Session = { merchant: { email_verified: boolean; merchant_id: string } };

const isVerified = async (page: Browser) =>
  (await page.call('GET', '/session')).json.data.merchant.email_verified;
const verify = (token: string) => browser(service).call('POST', '/email/verify', { body: { token } });
const sendInvoice = (page: Browser, customer_email: string) =>
  page.api('POST', '/invoices', { body: { ...mailed, customer_email } });
const invite = (page: Browser, email: string) =>
  page.call('POST', '/members', { body: { email, role: 'viewer', password } });

it('who signs up gets a link in their language, which says nothing that a stranger wrote', async () => {
  const page = await signUp();
  expect(page.session.merchant.email_verified).toBe(false);
  const [mail] = await mailTo(service, page.email);
  expect(mail?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
  expect(mail?.text).toContain(`/dashboard/verify?token=${mail?.token}`);
  for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toContain('evil.example');
  expect(JSON.stringify(mail?.row.message)).not.toContain(mail?.token);
});

it('before the link is opened mail goes to nobody else, after that to everybody', async () => {
  const page = await signUp();
  expectRefusal(await sendInvoice(page, 'victim@example.com'), 'EMAIL_NOT_VERIFIED');
  expectRefusal(await invite(page, 'victim@example.com'), 'EMAIL_NOT_VERIFIED');
  expect(await mailTo(service, 'victim@example.com')).toEqual([]);
  expect((await sendInvoice(page, page.email.toUpperCase())).status).toBe(201);
  expect((await verify(await firstToken(page.email))).status).toBe(200);
  expect(await isVerified(page)).toBe(true);
  expect((await sendInvoice(page, 'friend@example.com')).status).toBe(201);
  expect((await invite(page, 'colleague@example.com')).status).toBe(201);
});

/** Invoices to the owner are newer. */
async function firstToken(email: string): Promise<string> {
  const mails = await mailTo(service, email);
  return mails.at(-1)?.token ?? '';
}

it('receipts that an unverified merchant causes are kept and not sent', async () => {
  const page = await signUp();
  const body = { amount: '4.04', currency: 'USD', customer_email: 'victim-2@example.com' };
  const { payment_id } = (await page.api('POST', '/payments', { body })).json.data;
  await page.api('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'complete' } });
  expect((await page.api('POST', '/refunds', { body: { payment_id } })).status).toBe(201);
  // One run sends the refund, the next finds it confirmed.
  for (const _ of [1, 2]) {
    clock.advance(60_000);
    await service.runDue();
  }
  const [notice] = await mailTo(service, 'victim-2@example.com');
  expect(notice?.row).toMatchObject({ kind: 'refund_completed', status: 'failed' });
  expect(notice?.row.last_error).toContain('Confirm your e-mail address');
});

it('a link works once, for three days, and only as it was sent', async () => {
  const page = await signUp();
  const token = await tokenMailedTo(service, page.email);
  expectRefusal(await verify('x'.repeat(43)), 'LINK_EXPIRED');
  const both = await Promise.all([verify(token), verify(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  const late = await signUp();
  const old = await tokenMailedTo(service, late.email);
  clock.advance(3 * 24 * 60 * 60 * 1000);
  expectRefusal(await verify(old), 'LINK_EXPIRED');
});

it('another link can be requested, but not without end', async () => {
  const page = await signUp();
  const first = await tokenMailedTo(service, page.email);
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await page.call('POST', '/email/send_link')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await mailTo(service, page.email)).toHaveLength(4);
  expect((await verify(first)).status).toBe(200);
  expect((await page.call('POST', '/email/send_link')).status).toBe(200);
  expect(await mailTo(service, page.email)).toHaveLength(4);
});

it('without a mail server nobody is asked for anything', async () => {
  const laptop = await startDashboard({ env: { SIGN_UP: 'on' } });
  try {
    const page = await signUp(laptop);
    expect(page.session.merchant.email_verified).toBe(true);
    expect(await mailTo(laptop, page.email)).toEqual([]);
    expect((await sendInvoice(page, 'friend@example.com')).status).toBe(201);
  } finally {
    await laptop.stop();
  }
});

it('merchants that there were before, and those of the operator, count as verified', async () => {
  const answer = await service.call('POST', '/invoices', { body: mailed });
  expect(answer.status, answer.text).toBe(201);
});
