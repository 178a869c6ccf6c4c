import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailLimitsOf } from '../../../src/messages/email/limits.ts';
import { password, signedInAs } from '../../dashboard/support.ts';
import {
  act,
  createInvoice,
  dayMs,
  expectRefused,
  mailed,
  mailOf,
  pay,
} from '../../payments/invoices/support.ts';
import { unlimited } from '../../payments/support.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const clock = manualClock();
const usual = mailLimitsOf(2000);
let one: TestService;
beforeAll(async () => {
  one = await startTestService({ clock, requestsPerMinute: unlimited });
});
afterAll(() => one.stop());

/** The service as a merchant of its own sees it, with this EMAILS_PER_DAY from now on. */
async function startWith(emailsPerDay = 2000): Promise<TestService> {
  one.ctx.config.emailsPerDay = emailsPerDay;
  const merchant = await one.createMerchant();
  const call: TestService['call'] = (method, path, options) =>
    one.call(method, path, { key: merchant.testKey, ...options });
  return { ...one, ...merchant, call };
}

let addresses = 0;
const stranger = () => `customer-${++addresses}@example.com`;

describe('mail to one address', () => {
  it('ends at its limit, however often one test invoice is sent at the same time', async () => {
    const service = await startWith();
    const invoice = await createInvoice(service, { ...mailed, customer_email: stranger() });
    const sends = await Promise.all(
      Array.from({ length: 30 }, () => act(service, invoice.invoice_id, 'send')),
    );
    // Its creation has sent the first.
    expect(sends.filter(({ status }) => status === 200)).toHaveLength(usual.perAddress - 1);
    expect(await mailOf(service, invoice.invoice_id)).toHaveLength(usual.perAddress);
    const refused = await act(service, invoice.invoice_id, 'send');
    expectRefusal(refused, 'EMAIL_LIMIT_EXCEEDED');
    expect(refused.json.error.message).toContain(
      'limit of 20 e-mails to this address. Try again after midnight UTC',
    );
    expect(refused.json.error.details).toMatchObject({ limit_per_day: 20 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts all spellings of a mailbox together, and starts again the next day', async () => {
    const service = await startWith();
    const spellings = ['ada@shop.example', 'Ada@Shop.example', 'ada+1@shop.example', 'ADA+2@shop.example'];
    const send = (n: number) =>
      service.call('POST', '/invoices', { body: { ...mailed, customer_email: spellings[n % 4] } });
    for (let n = 0; n < usual.perAddress; n++) expect((await send(n)).status).toBe(201);
    for (const n of [0, 1, 2, 3]) await expectRefused(service, () => send(n), 'EMAIL_LIMIT_EXCEEDED');
    clock.advance(dayMs);
    expect((await send(0)).status).toBe(201);
    await service.runDue();
    clock.advance(dayMs);
    await service.runDue();
    const left = await service.ctx.db`
      select distinct day from email_quotas where merchant_id = ${service.merchantId}`;
    expect(left).toHaveLength(1);
  });

  it('is counted for each merchant by itself', async () => {
    const [first, second, to] = [await startWith(), await startWith(), stranger()];
    const send = (service: TestService) =>
      service.call('POST', '/invoices', { body: { ...mailed, customer_email: to } });
    for (let n = 0; n < usual.perAddress; n++) expect((await send(first)).status).toBe(201);
    expect((await send(first)).status).toBe(429);
    expect((await send(second)).status).toBe(201);
  });
});

describe('mail of one merchant', () => {
  it.each(['test', 'live'] as const)(
    'in %s mode ends at its limit, and leaves the rest alone',
    async (mode) => {
      const service = await startWith(2);
      const send = (key: string, more = {}) =>
        service.call('POST', '/invoices', { key, body: { ...mailed, customer_email: stranger(), ...more } });
      const [key, other] =
        mode === 'test' ? [service.testKey, service.liveKey] : [service.liveKey, service.testKey];
      for (const status of [201, 201, 429]) expect((await send(key)).status).toBe(status);
      expect((await send(other)).status).toBe(201);
      // What needs no mail works on.
      expect((await send(key, { send_email: false })).status).toBe(201);
    },
  );

  it('beyond the limit is kept in the outbox with the reason when nobody asked for it', async () => {
    const service = await startWith(1);
    const invoice = await createInvoice(service, { ...mailed, customer_email: stranger() });
    await pay(service, invoice.invoice_id);
    const [sent, receipt] = await mailOf(service, invoice.invoice_id);
    expect(sent).toMatchObject({ kind: 'invoice', status: 'queued' });
    expect(receipt).toMatchObject({ kind: 'invoice_paid', status: 'failed', next_attempt_at: null });
    expect(receipt?.['last_error']).toContain("today's limit of 1 e-mails in test mode");
  });

  it('has no limit when the operator says so', async () => {
    const service = await startWith(0);
    const invoice = await createInvoice(service, mailed);
    for (let n = 0; n < 30; n++) expect((await act(service, invoice.invoice_id, 'send')).status).toBe(200);
    expect(
      await service.ctx.db`select from email_quotas where merchant_id = ${service.merchantId}`,
    ).toHaveLength(0);
  });
});

describe('invitations', () => {
  it('end at the limit of their address, and at that of the merchant', async () => {
    const service = await startWith();
    const owner = await signedInAs(service);
    const invite = (email: string) =>
      owner.call('POST', '/members', { body: { email, role: 'viewer', password } });
    const one = stranger();
    // More at once would look like guesses of the password.
    const four = () => Promise.all(Array.from({ length: 4 }, () => invite(one)));
    const answers = [...(await four()), ...(await four())];
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(usual.invitationsPerAddress);
    for (let n = usual.invitationsPerAddress; n < usual.invitations; n++)
      expect((await invite(stranger())).status).toBe(201);
    const refused = await invite(stranger());
    expectRefusal(refused, 'EMAIL_LIMIT_EXCEEDED');
    expect(refused.json.error.message).toContain('limit of 50 invitations');
    const [mails] = await service.ctx.db`
      select count(*)::int as sent from emails
      where kind = 'invitation' and merchant_id = ${service.merchantId}`;
    expect(mails).toEqual({ sent: usual.invitations });
  });
});
