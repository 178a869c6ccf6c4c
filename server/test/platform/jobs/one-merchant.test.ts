import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer } from '../../../src/messages/email/mailer.ts';
import type { Notice } from '../../../src/messages/notices/notice.ts';
import { recordNotices } from '../../../src/messages/notices/notices.ts';
import { noticesPerDay } from '../../../src/messages/notices/tell-members.ts';
import { mailTo } from '../../dashboard/mail.ts';
import { signedInAs, startDashboard } from '../../dashboard/support.ts';
import { addEndpoint } from '../../messages/webhooks/worker-support.ts';
import { minimal } from '../../payments/invoices/support.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { createPayment, getPayment, silent, unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import type { TestMerchant, TestService } from '../../support/service.ts';

/** One merchant's rows cannot be carried out. They come first, and those of another wait behind them. */
const clock = manualClock();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const mailer: Mailer = { send: async () => undefined, hangUp: () => undefined };
let service: TestService;
let bad: TestMerchant;
let good: TestMerchant;
beforeAll(async () => {
  service = await startDashboard({ clock, mailer, log: silent, requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  bad = await service.createMerchant();
  clock.advance(1);
  good = await service.createMerchant();
});

/** While `work` is done, the database refuses new rows of the bad merchant in this table. */
async function refusing(table: string, work: () => Promise<void>): Promise<void> {
  const { db } = service.ctx;
  const isGood = `check (merchant_id <> '${bad.merchantId}') not valid`;
  await db.unsafe(`alter table ${table} add constraint refused ${isGood}`);
  try {
    await work();
  } finally {
    await db.unsafe(`alter table ${table} drop constraint refused`);
  }
}

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await service.runDue();
}

const create = async ({ testKey: key }: TestMerchant, body = {}): Promise<string> =>
  (await createPayment(service, body, { key })).payment_id;
const statusOf = async ({ testKey: key }: TestMerchant, id: string) =>
  (await getPayment(service, id, key)).status;
const byHand = () => service.ctx.db`update merchants set simulated_customer = false`;

describe('what one merchant cannot have done waits alone:', () => {
  it('payments that cannot expire, which do once they can', async () => {
    await byHand();
    const stuck = [
      await create(bad, { expiration_minutes: 5 }),
      await create(bad, { expiration_minutes: 5 }),
    ];
    const free = await create(good, { expiration_minutes: 5 });
    await refusing('events', async () => {
      await advance(5 * minuteMs);
      expect(await statusOf(good, free)).toBe('expired');
      for (const id of stuck) expect(await statusOf(bad, id)).toBe('pending');
    });
    await advance(10 * minuteMs);
    for (const id of stuck) expect(await statusOf(bad, id)).toBe('expired');
  });

  it('invoices that cannot expire, which do once they can', async () => {
    const due_date = new Date(clock.nowMs() + dayMs).toISOString().slice(0, 10);
    const open = async ({ testKey: key }: TestMerchant): Promise<string> => {
      const made = await service.call('POST', '/invoices', { key, body: { ...minimal, due_date } });
      const path = `/invoices/${made.json.data.invoice_id}`;
      expect((await service.call('POST', `${path}/finalize`, { key })).status).toBe(200);
      return path;
    };
    const shown = async ({ testKey: key }: TestMerchant, path: string) =>
      (await service.call('GET', path, { key })).json.data.status;
    const [stuck, free] = [await open(bad), await open(good)];
    await refusing('events', async () => {
      await advance(2 * dayMs);
      expect(await shown(good, free)).toBe('expired');
      expect(await shown(bad, stuck)).toBe('open');
    });
    await advance(10 * minuteMs);
    expect(await shown(bad, stuck)).toBe('expired');
  });

  it('test payments whose simulated customer cannot pay, which does once it can', async () => {
    const [stuck, free] = [await create(bad), await create(good)];
    await refusing('deposits', async () => {
      await advance(5000);
      await advance(5000);
      expect(await statusOf(good, free)).toBe('completed');
      expect(await statusOf(bad, stuck)).toBe('pending');
    });
    await advance(10 * minuteMs);
    await advance(5000);
    expect(await statusOf(bad, stuck)).toBe('completed');
  });

  it('a refund in test mode whose transaction cannot be made', async () => {
    const refunded = async ({ testKey: key }: TestMerchant, amount: string) => {
      const { payment_id } = await createPaid(service, {}, { key });
      const { json } = await service.call('POST', '/refunds', { key, body: { payment_id, amount } });
      return json.data.refund_id as string;
    };
    const shown = async ({ testKey: key }: TestMerchant, id: string) =>
      (await service.call('GET', `/refunds/${id}`, { key })).json.data.status;
    const stuck = await refunded(bad, '4.44');
    clock.advance(1);
    const free = await refunded(good, '5.55');
    const { db } = service.ctx;
    const [{ units } = {}] = await db<{ units: string }[]>`
      select units::text as units from transfers where transfer_id = ${stuck}`;
    await db.unsafe(
      `alter table simulated_transactions add constraint refused check (token_units <> ${units}) not valid`,
    );
    await service.runDue();
    await advance(2000);
    expect(await shown(good, free)).toBe('completed');
    expect(await shown(bad, stuck)).toBe('processing');
    await db.unsafe('alter table simulated_transactions drop constraint refused');
    await advance(minuteMs);
    await advance(2000);
    expect(await shown(bad, stuck)).toBe('completed');
  });

  it('payments that an exception keeps from completing', async () => {
    const [stuck, free] = [await create(bad), await create(good)];
    const { followers } = service.ctx;
    const { paymentsMoved } = followers;
    followers.paymentsMoved = async (tx, move, rows) => {
      if (rows.some((row) => row.merchant_id === bad.merchantId)) throw new TypeError('a mistake of ours');
      await paymentsMoved(tx, move, rows);
    };
    await advance(5000);
    await advance(5000);
    followers.paymentsMoved = paymentsMoved;
    expect(await statusOf(good, free)).toBe('completed');
    expect(await statusOf(bad, stuck)).toBe('pending');
  });
});

describe('what members of one merchant cannot be told waits alone:', () => {
  const memberOf = async ({ merchantId }: TestMerchant) => {
    const page = await signedInAs(service, 'owner', merchantId);
    expect((await page.call('PATCH', '/notices', { body: { test_mode: true } })).status).toBe(200);
    return page.member.email;
  };
  const mails = async (address: string) => (await mailTo(service, address)).length;
  const noticeOf = ({ merchantId }: TestMerchant): Notice => ({
    merchantId,
    environment: 'live',
    kind: 'payment_received',
    content: {
      kind: 'payment_notice',
      payment_id: 'pay_1',
      amount: '20.00',
      currency: 'USD',
      description: null,
      reference_id: null,
      customer_email: null,
      chain: 'base',
      token: 'USDC',
      token_amount: '20.000000',
      paid_at: clock.now().toISOString(),
      page_url: 'https://pay.example/dashboard/payments/pay_1?env=live',
    },
  });
  const record = (notices: Notice[]) => service.ctx.db.begin((tx) => recordNotices(service.ctx, tx, notices));

  it('notices', async () => {
    const [untold, told] = [await memberOf(bad), await memberOf(good)];
    await record([noticeOf(bad), noticeOf(good)]);
    await refusing('emails', async () => {
      await service.runDue();
      expect([await mails(untold), await mails(told)]).toEqual([0, 1]);
    });
    await advance(10 * minuteMs);
    expect(await mails(untold)).toBe(1);
  });

  it('digests', async () => {
    const [untold, told] = [await memberOf(bad), await memberOf(good)];
    const many = noticesPerDay + 1;
    await record([bad, good].flatMap((merchant) => Array.from({ length: many }, () => noticeOf(merchant))));
    await service.runDue();
    await refusing('emails', async () => {
      await advance(dayMs);
      expect([await mails(untold), await mails(told)]).toEqual([noticesPerDay, noticesPerDay + 1]);
    });
    await advance(10 * minuteMs);
    expect(await mails(untold)).toBe(noticesPerDay + 1);
  });

  it('endpoints that fail', async () => {
    const [untold, told] = [await memberOf(bad), await memberOf(good)];
    for (const { testKey: key } of [bad, good])
      await addEndpoint(service, 'http://127.0.0.1:1/hook', { key });
    await service.ctx.db`update webhook_endpoints set failing_since = ${clock.now()}`;
    await refusing('notices', async () => {
      await advance(hourMs);
      expect([await mails(untold), await mails(told)]).toEqual([0, 1]);
    });
    await advance(10 * minuteMs);
    expect(await mails(untold)).toBe(1);
  });
});
