import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeRules } from '../../src/merchants/approvals/rules.ts';
import {
  type Browser,
  createMember,
  password,
  signedIn,
  type TestMember,
  withSecondFactor,
} from '../dashboard/support.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { call } from '../support/call.ts';
import { until } from '../support/process.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

const headers = { 'x-causeway-environment': 'live' };
/** Worth 10 USD. */
const ether = 3_334_000_000_000_000n;
const addressOf = (number: number) => `0x00000000000000000000000000000000000000a${number}`;

let live: LiveService<'base'>;
let asker: Confirming;
let colleague: Confirming;
let approver: Confirming;
beforeAll(async () => {
  live = await startLiveService('base');
  asker = await confirming(await createMember(live));
  colleague = await confirming(await createMember(live, 'finance'));
  approver = await confirming(await createMember(live, 'approver'));
  await live.ctx.db`update members set created_at = created_at - interval '2 days'`;
});
afterAll(() => live?.stop());

interface Confirming extends Browser {
  confirmed(method: string, path: string, body?: object): ReturnType<Browser['call']>;
}

async function confirming(member: TestMember): Promise<Confirming> {
  const nextCode = await withSecondFactor(live, member);
  const page = await signedIn(live, member);
  return Object.assign(page, {
    confirmed: async (method: string, path: string, body: object = {}) =>
      page.call(method, path, { headers, body: { ...body, password, code: await nextCode() } }),
  });
}

/** A refund of 10 USD, of which nobody knows where to send it. */
async function waitingRefund(): Promise<string> {
  return (await newRefund({}, null)).refund_id;
}

/** The same of a payment with these fields, at whose checkout this e-mail address is given. */
async function newRefund(body: object, typed: string | null) {
  const payment_id = await paidByContract(ether, body, typed);
  const { json } = await live.call('POST', '/refunds', { key: live.liveKey, body: { payment_id } });
  return json.data as { refund_id: string; claim_emailed: boolean };
}

/** What such a payment left over. */
async function leftOver(body: object, typed: string | null): Promise<string> {
  const payment_id = await paidByContract(ether * 2n, body, typed);
  const path = `/unapplied_funds?payment_id=${payment_id}`;
  return (await live.call('GET', path, { key: live.liveKey })).json.data[0].unapplied_id;
}

async function paidByContract(units: bigint, body: object, typed: string | null): Promise<string> {
  const { payment_id, address } = await live.open('base', 'ETH', body);
  if (typed !== null) {
    const path = `${live.url}/checkout/${payment_id}/email`;
    expect((await call(path, 'POST', { body: { customer_email: typed } })).status).toBe(200);
  }
  await live.chains.payFromContract({ chain: 'base', to: address, units });
  await live.untilStatus(payment_id, 'processing');
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  return payment_id;
}

const give = (refundId: string, number: number, by = asker) =>
  by.confirmed('POST', `/refunds/${refundId}/address`, { address: addressOf(number) });
const sentTo = async (number: number) =>
  (await live.ctx.db`select 1 from transfers where lower(to_address) = ${addressOf(number)}`).length;

it('amounts of a day count together, also of two at once, and what is above is sent as approved', async () => {
  const refunds = [];
  for (let round = 0; round < 4; round++) refunds.push(await waitingRefund());
  const [first = '', second = '', third = '', fourth = ''] = refunds;
  const rules = { wallet: null, address: '25.00', key: null };
  expect((await asker.confirmed('PUT', '/approval_rules', rules)).status).toBe(200);
  expect((await give(first, 1)).status).toBe(200);
  const link = await asker.confirmed('POST', `/refunds/${second}/claim_link`);
  expect(link.status, 'a link names any address, whatever the amount').toBe(403);
  expectRefusal(link, 'APPROVAL_REQUIRED');
  const both = await Promise.all([give(second, 2), give(third, 3, colleague)]);
  expect(both.map(({ status }) => status).sort(), both.map(({ text }) => text).join()).toEqual([200, 202]);
  const isThird = both[1]?.status === 202;
  const [waiting, number] = isThird ? [third, 3] : [second, 2];
  const pending = both[isThird ? 1 : 0];
  const { approval_id, worth_usd } = pending?.json.data.pending_approval ?? {};
  expect(Number(worth_usd)).toBeGreaterThan(9);
  expect(await sentTo(number)).toBe(0);

  const [key] = await live.ctx.db<{ key_id: string }[]>`
    update api_keys set any_address = true where merchant_id = ${live.merchantId} and environment = 'live'
      and kind = 'secret' returning key_id`;
  expect(key).toBeDefined();
  const byKey = await live.call('POST', `/refunds/${fourth}/address`, {
    key: live.liveKey,
    body: { address: addressOf(4) },
  });
  expectRefusal(byKey, 'APPROVAL_REQUIRED');
  expect(await sentTo(4)).toBe(0);

  const done = await approver.confirmed('POST', `/approvals/${approval_id}/approve`);
  expect(done.status, done.text).toBe(200);
  const [refund] = await live.ctx.db`select refunded_to from refunds where refund_id = ${waiting}`;
  expect(String(refund?.['refunded_to']).toLowerCase()).toBe(addressOf(number));
  const again = await give(waiting, 4);
  expect(again.status, 'a refund has one address').toBe(202);
  const id = again.json.data.pending_approval.approval_id;
  expectRefusal(await approver.confirmed('POST', `/approvals/${id}/approve`), 'REFUND_NOT_WAITING');
  expect(await sentTo(4)).toBe(0);
});

it('an address that is named while the rules are saved again is held to them', async () => {
  const { db } = live.ctx;
  const refund = await waitingRefund();
  const give = () =>
    live.call('POST', `/refunds/${refund}/address`, { key: live.liveKey, body: { address: addressOf(5) } });
  let answer: ReturnType<typeof give> | undefined;
  await db.begin(async (tx) => {
    const caller = { merchant_id: live.merchantId, environment: 'live' as const };
    await changeRules(live.ctx, tx, caller, { wallet: null, address: '25.00', payout: null, key: null });
    answer = give();
    await until(async () => {
      const waiting = await db`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    }, 30_000);
  });
  if (!answer) throw new Error('nothing was asked');
  expectRefusal(await answer, 'APPROVAL_REQUIRED');
  expect(await sentTo(5)).toBe(0);
});

it('a claim link is mailed only to an address that came with the payment, while a second member approves addresses', async () => {
  const mailed = async (email: string) =>
    (
      await live.ctx.db`
      select 1 from emails where to_address = ${email} and message ->> 'kind' = 'refund_claim'`
    ).length;
  const { claim_emailed } = await newRefund({}, 'thief@example.com');
  expect({ claim_emailed, mails: await mailed('thief@example.com') }).toEqual({
    claim_emailed: false,
    mails: 0,
  });
  const named = await newRefund({ customer_email: 'ada@example.com' }, null);
  expect({ ...named, mails: await mailed('ada@example.com') }).toMatchObject({
    claim_emailed: true,
    mails: 1,
  });
  const byKey = (path: string) => live.call('POST', path, { key: live.liveKey });
  const typed = await leftOver({}, 'thief@example.com');
  expectRefusal(await byKey(`/unapplied_funds/${typed}/return`), 'MISSING_REQUIRED_FIELD');
  expectRefusal(await asker.confirmed('POST', `/unapplied_funds/${typed}/claim_link`), 'APPROVAL_REQUIRED');
  expect(await mailed('thief@example.com')).toBe(0);
  const given = await leftOver({ customer_email: 'eve@example.com' }, null);
  expect((await byKey(`/unapplied_funds/${given}/return`)).json.data).toMatchObject({ claim_emailed: true });
  expect(await mailed('eve@example.com')).toBe(1);
  await live.ctx.db`delete from approval_rules`;
  expect(await newRefund({}, 'bea@example.com')).toMatchObject({ claim_emailed: true });
});
