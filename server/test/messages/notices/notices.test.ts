import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer } from '../../../src/messages/email/mailer.ts';
import { selectEmail } from '../../../src/messages/email/outbox.ts';
import { composeMail } from '../../../src/messages/email/writing/compose.ts';
import type { Notice } from '../../../src/messages/notices/notice.ts';
import { recordNotices } from '../../../src/messages/notices/notices.ts';
import { noticesPerDay, sendDigest, tellMembers } from '../../../src/messages/notices/tell-members.ts';
import { noteFailingEndpoints } from '../../../src/messages/webhooks/endpoints/failing-endpoints.ts';
import { ConnectionError } from '../../../src/platform/db/errors.ts';
import { OneByOne } from '../../../src/platform/jobs/one-by-one.ts';
import { mailTo } from '../../dashboard/mail.ts';
import { browser, signedInAs, startDashboard } from '../../dashboard/support.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { createPayment, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import type { TestMerchant, TestService } from '../../support/service.ts';
import { account, moving, postNow } from '../../treasury/ledger/support.ts';
import { addEndpoint } from '../webhooks/worker-support.ts';

const clock = manualClock();
const oneByOne = new OneByOne('send-notices');
const hourMs = 3_600_000;
const mailer: Mailer = { send: async () => undefined, hangUp: () => undefined };
let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startDashboard({ clock, mailer, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
});

const member = (role: 'owner' | 'developer' | 'finance' | 'viewer' = 'owner') =>
  signedInAs(service, role, shop.merchantId);
const choose = (page: Awaited<ReturnType<typeof member>>, body: object) =>
  page.call('PATCH', '/notices', { body });
const mails = async (page: Awaited<ReturnType<typeof member>>) => mailTo(service, page.member.email);

async function payTest(): Promise<void> {
  const options = { key: shop.testKey };
  const { payment_id } = await createPayment(
    service,
    { amount: '4.04', description: 'Two tickets' },
    options,
  );
  const body = { outcome: 'complete' };
  expect((await service.call('POST', `/payments/${payment_id}/simulate`, { ...options, body })).status).toBe(
    200,
  );
}

function liveNotice(amount = '20.00', currency: 'USD' | 'EUR' = 'USD'): Notice {
  const paid = { chain: 'base', token: 'USDC', token_amount: '20.000000' } as const;
  return {
    merchantId: shop.merchantId,
    environment: 'live',
    kind: 'payment_received',
    content: {
      kind: 'payment_notice',
      ...paid,
      payment_id: 'pay_1',
      amount,
      currency,
      description: null,
      reference_id: 'order-7',
      customer_email: null,
      paid_at: clock.now().toISOString(),
      page_url: 'https://pay.example/dashboard/payments/pay_1?env=live',
    },
  };
}

const record = (...notices: Notice[]) =>
  service.ctx.db.begin((tx) => recordNotices(service.ctx, tx, notices));

describe('a payment', () => {
  it('in test mode is told to members who chose test mode, once, in their language', async () => {
    const [quiet, owner, developer] = [await member(), await member(), await member('developer')];
    await payTest();
    await service.runDue();
    expect(await mails(owner)).toEqual([]);
    expect((await choose(owner, { test_mode: true, locale: 'de' })).status).toBe(200);
    await choose(developer, { test_mode: true });
    await payTest();
    await service.runDue();
    await service.runDue();
    const [mail, ...others] = await mails(owner);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('[Test] Zahlung von 4,04\u00a0$ bei Shop eingegangen');
    for (const part of ['Two tickets', '/unsubscribe/', 'env=test']) expect(mail?.text).toContain(part);
    expect([await mails(quiet), await mails(developer)]).toEqual([[], []]);
  });

  it('is told to nobody while the address of the merchant is not confirmed', async () => {
    const owner = await member();
    await service.ctx
      .db`update merchants set email_verified_at = null where merchant_id = ${shop.merchantId}`;
    await record(liveNotice());
    await service.runDue();
    expect(await mails(owner)).toEqual([]);
  });

  it('is told once, whatever workers run at once and however often one dies before its commit', async () => {
    const owner = await member();
    await record(liveNotice(), liveNotice());
    const { secrets } = service.ctx;
    service.ctx.secrets = {
      ...secrets,
      seal: () => {
        throw new ConnectionError('CONNECTION_CLOSED', 'killed');
      },
    };
    await expect(tellMembers(service.ctx, oneByOne)).rejects.toThrow('killed');
    service.ctx.secrets = secrets;
    await Promise.all([1, 2, 3, 4].map(() => tellMembers(service.ctx, oneByOne)));
    await service.runDue();
    expect(await mails(owner)).toHaveLength(2);
  });

  it('that is undone is told to nobody', async () => {
    const owner = await member();
    const undone = service.ctx.db.begin(async (tx) => {
      await recordNotices(service.ctx, tx, [liveNotice()]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await service.runDue();
    expect(await mails(owner)).toEqual([]);
  });
});

describe('above the limit of a day', () => {
  it('one digest follows when the day is over, with the sum of each currency', async () => {
    const [owner, viewer] = [await member(), await member('viewer')];
    await record(...Array.from({ length: noticesPerDay - 1 }, () => liveNotice()));
    await service.runDue();
    await record(liveNotice(), liveNotice('1.10'), liveNotice('2.20'), liveNotice('3.00', 'EUR'));
    await service.runDue();
    expect(await mails(owner)).toHaveLength(noticesPerDay);
    clock.advance(24 * hourMs);
    await Promise.all([1, 2, 3].map(() => sendDigest(service.ctx, oneByOne)));
    await service.runDue();
    const [digest, ...others] = await mails(owner);
    expect(others).toHaveLength(noticesPerDay);
    expect(digest?.subject).toMatch(/^3 more payments received on .* · Shop$/);
    for (const part of ['$3.30', '€3.00', '/dashboard/payments?env=live'])
      expect(digest?.text).toContain(part);
    await record(liveNotice());
    await service.runDue();
    expect(await mails(owner)).toHaveLength(noticesPerDay + 2);
    expect(await mails(viewer)).toEqual([]);
  });

  it("mail above the merchant's quota is kept and not sent", async () => {
    const owner = await member();
    service.ctx.config.emailsPerDay = 1;
    await record(liveNotice(), liveNotice());
    await service.runDue();
    service.ctx.config.emailsPerDay = 0;
    expect((await mails(owner)).map(({ row }) => row.status).sort()).toEqual(['failed', 'sent']);
  });
});

describe('the link to unsubscribe', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (url: string) =>
    fetch(url, { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' });

  async function linkTo(page: Awaited<ReturnType<typeof member>>): Promise<string> {
    const [mail] = await mails(page);
    const email = await selectEmail(service.ctx.db, mail?.row.email_id ?? '');
    if (!email) throw new Error('no mail');
    const url = composeMail(email, undefined, service.ctx.config, clock.now()).unsubscribeUrl ?? '';
    expect(mail?.html).toContain(url);
    return `${service.url}${new URL(url).pathname}`;
  }

  it('turns off one kind with one POST, and nothing when it is only looked at', async () => {
    const [owner, other] = [await member(), await member()];
    await record(liveNotice());
    await service.runDue();
    const link = await linkTo(owner);
    const page = await fetch(link, { headers: { 'accept-language': 'de' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Abbestellen')]);
    expect((await owner.call('GET', '/notices')).json.data.payment_received).toBe(true);
    expect((await post(link)).status).toBe(200);
    expect((await post(link)).status).toBe(200);
    expect((await owner.call('GET', '/notices')).json.data).toEqual({
      payment_received: false,
      payout_sent: true,
      refund_waiting: true,
      endpoint_failing: true,
      test_mode: false,
      locale: null,
    });
    await record(liveNotice());
    await service.runDue();
    expect([(await mails(owner)).length, (await mails(other)).length]).toEqual([1, 2]);
  });

  it('answers 404 when it was changed, and when the member is gone', async () => {
    const [owner] = [await member(), await member()];
    await record(liveNotice());
    await service.runDue();
    const link = await linkTo(owner);
    const forged = `${link.slice(0, -5)}${link.endsWith('AAAAA') ? 'BBBBB' : 'AAAAA'}`;
    for (const wrong of [
      forged,
      `${service.url}/unsubscribe/x`,
      `${service.url}/unsubscribe/${'a'.repeat(500)}`,
    ])
      expect((await post(wrong)).status).toBe(404);
    await service.ctx.db`delete from members where member_id = ${owner.member.memberId}`;
    expect((await post(link)).status).toBe(404);
  });
});

it('payouts are told when they have arrived', async () => {
  const finance = await member('finance');
  await choose(finance, { payment_received: false });
  const { content, ...notice } = liveNotice();
  if (content.kind !== 'payment_notice') throw new Error('not a payment');
  const { chain, token, token_amount, page_url } = content;
  const payout = { chain, token, token_amount, page_url, amount: '20.00', currency: 'USD' } as const;
  const sent = { payout_id: 'po_1', address: '0xabc', tx_hash: '0xdef', sent_at: clock.now().toISOString() };
  await record({ ...notice, kind: 'payout_sent', content: { kind: 'payout_notice', ...payout, ...sent } });
  await service.runDue();
  const [mail] = await mails(finance);
  expect(mail?.subject).toBe('Payout of 20.00 USDC sent from Shop');
  for (const part of ['$20.00', '0xabc', '0xdef', 'Base']) expect(mail?.text).toContain(part);
});

it('a refund that waits for the balance is told once, with what is missing', async () => {
  const [finance, developer] = [await member('finance'), await member('developer')];
  await choose(finance, { payment_received: false, test_mode: true });
  await choose(developer, { test_mode: true });
  const key = shop.testKey;
  const asset = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const { payment_id } = await createPaid(service, { amount: '20.00', currency: 'USD', ...asset }, { key });
  const [held, owed] = [account('deposit_address', ''), account('merchant_balance', shop.merchantId)];
  await postNow(service.ctx, [moving('payout', payment_id, 18_000_000n, held, owed)]);
  const body = { payment_id, amount: '5.00' };
  const { json } = await service.call('POST', '/refunds', { key, body });
  expect(json.data).toMatchObject({ waiting_for: 'balance' });
  await service.runDue();
  await service.runDue();
  const [mail, ...others] = await mails(finance);
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('Refund of $5.00 waits for your balance at Shop');
  expect(mail?.text).toMatch(/\b3(\.0+)? USDC more is needed/);
  expect(mail?.text).toContain(`/dashboard/payments/${payment_id}`);
  expect(await mails(developer)).toEqual([]);
});

describe('an endpoint that fails', () => {
  const since = (at: Date | null) =>
    service.ctx.db`update webhook_endpoints set failing_since = ${at} where merchant_id = ${shop.merchantId}`;
  const pass = async () => {
    clock.advance(hourMs);
    await Promise.all([
      noteFailingEndpoints(service.ctx, oneByOne),
      noteFailingEndpoints(service.ctx, oneByOne),
    ]);
    await service.runDue();
  };

  it('for an hour is told once, and again when it fails after having worked', async () => {
    const developer = await member('developer');
    await choose(developer, { test_mode: true });
    await addEndpoint(service, 'http://127.0.0.1:1/hook', { key: shop.testKey });
    await since(new Date(clock.nowMs() - hourMs / 2));
    await service.runDue();
    expect(await mails(developer)).toEqual([]);
    for (const _ of [1, 2]) await pass();
    const [mail, ...others] = await mails(developer);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('[Test] Your webhook endpoint at 127.0.0.1:1 is failing');
    await since(null);
    await pass();
    await since(clock.now());
    await pass();
    expect(await mails(developer)).toHaveLength(2);
  });
});

it('members change their own choices and nobody else', async () => {
  const [owner, viewer] = [await member(), await member('viewer')];
  expect((await choose(viewer, { payment_received: true })).json.data.payment_received).toBe(true);
  expect((await owner.call('GET', '/notices')).json.data.payment_received).toBe(true);
  expect((await choose(viewer, { locale: 'xx' })).status).toBe(422);
  expect((await choose(viewer, { payment_received: 'yes' })).status).toBe(422);
  expect((await browser(service).call('GET', '/notices')).status).toBe(401);
});
