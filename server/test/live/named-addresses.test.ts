import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../src/lib/locales.ts';
import type { EmailRow } from '../../src/messages/email/store.ts';
import { withLink } from '../../src/messages/email/writing/links.ts';
import {
  type Browser,
  createMember,
  password,
  signedIn,
  type TestMember,
  withSecondFactor,
} from '../dashboard/support.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type Answer, call } from '../support/call.ts';
import { until } from '../support/process.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

const thief = '0x00000000000000000000000000000000000000AA';
const customers = '0x00000000000000000000000000000000000000bb';
const ether = 3_334_000_000_000_000n;
const headers = { 'x-causeway-environment': 'live' };

let live: LiveService<'base'>;
let keyId: string;
let owner: Confirming;
beforeAll(async () => {
  live = await startLiveService('base');
  const [key] = await live.ctx.db<{ key_id: string }[]>`
    select key_id from api_keys
    where merchant_id = ${live.merchantId} and environment = 'live' and kind = 'secret'`;
  keyId = key?.key_id ?? '';
  owner = await confirming(await createMember(live));
});
afterAll(() => live?.stop());

/** A member at the dashboard with a second factor that is on since yesterday. */
interface Confirming extends Browser {
  member: TestMember;
  /** Password and a code that was not used yet. */
  confirmation(): Promise<{ password: string; code: string }>;
}

async function confirming(member: TestMember): Promise<Confirming> {
  const nextCode = await withSecondFactor(live, member);
  const confirmation = async () => ({ password, code: await nextCode() });
  return Object.assign(await signedIn(live, member), { member, confirmation });
}

/** A payment of native money that a contract sent: nobody knows its payer. */
async function paidByContract(units = ether, body = {}): Promise<string> {
  const { payment_id, address } = await live.open('base', 'ETH', body);
  await live.chains.payFromContract({ chain: 'base', to: address, units });
  await live.untilStatus(payment_id, 'processing');
  await live.chains.mine('base', confirmations);
  await live.untilStatus(payment_id, 'completed');
  return payment_id;
}

const byKey = (path: string, body: object = {}) => live.call('POST', path, { key: live.liveKey, body });

async function waitingRefund(body = {}): Promise<string> {
  const payment_id = await paidByContract(ether, body);
  const { json } = await byKey('/refunds', { payment_id });
  expect(json.data).toMatchObject({ waiting_for: 'address' });
  return json.data.refund_id;
}

/** What is left of a payment of which nobody knows the payer. */
async function unapplied(body = {}): Promise<string> {
  const payment_id = await paidByContract(ether * 2n, body);
  const path = `/unapplied_funds?payment_id=${payment_id}`;
  const { json } = await live.call('GET', path, { key: live.liveKey });
  return json.data[0].unapplied_id;
}

const grant = (confirmation: object) =>
  owner.call('POST', `/keys/${keyId}/any_address`, { headers, body: confirmation });
const withdraw = () => owner.call('DELETE', `/keys/${keyId}/any_address`, { headers });

const mailsAbout = (id: string) => live.ctx.db<{ to_address: string; message: Record<string, string> }[]>`
  select to_address, message from emails where resource_id = ${id} and kind = 'security_notice'
  order by to_address`;
/** As the customer reads it in the e-mail. */
async function mailedLink(id: string): Promise<string> {
  const [mail] = await live.ctx.db<EmailRow[]>`
    select * from emails where resource_id = ${id} and kind = 'refund_claim'`;
  const message = mail && withLink(live.ctx.secrets, mail).message;
  if (message?.kind !== 'refund_claim') throw new Error(`${id} was not mailed about`);
  return `${live.url}${new URL(message.link).pathname}`;
}

const sentTo = async (address: string) =>
  (await live.ctx.db`select 1 from transfers where to_address = ${address}`).length;

function expectRightNeeded(answer: Answer): void {
  expect(answer.status, answer.text).toBe(403);
  expect(answer.json.error).toMatchObject({
    code: 'FORBIDDEN',
    details: { permission: 'refunds.any_address' },
  });
}

describe('a thief with a live key', () => {
  it('names no address, and gets no claim link', async () => {
    const refundId = await waitingRefund();
    const payment_id = await paidByContract(ether, { customer_email: 'ada@example.com' });
    const refused = await byKey('/refunds', { payment_id, address: thief });
    expectRightNeeded(refused);
    expect(refused.json.error.message).toContain('the customer is then mailed a claim link');
    expectRightNeeded(await byKey(`/refunds/${refundId}/address`, { address: thief }));
    expectRightNeeded(await byKey(`/refunds/${refundId}/claim_link`));
    const fund = await unapplied();
    const returned = await byKey(`/unapplied_funds/${fund}/return`, { address: thief });
    expectRightNeeded(returned);
    expect(returned.json.error.message).toContain('in the dashboard, under Unapplied money');
    expectRightNeeded(await byKey(`/unapplied_funds/${fund}/claim_link`));
    expect(await sentTo(thief)).toBe(0);
    expect(await live.ctx.db`select 1 from refund_claims`).toHaveLength(0);
  });

  it('has the customer asked where to return unapplied money, and learns no link', async () => {
    const fund = await unapplied({ customer_email: 'ada@example.com' });
    const path = `/unapplied_funds/${fund}`;
    const asked = await byKey(`${path}/return`);
    expect(asked.json.data).toMatchObject({ status: 'open', claim_emailed: true });
    const link = await mailedLink(fund);
    for (const place of [path, `/payments/${asked.json.data.payment_id}/timeline`, '/events'])
      expect((await live.call('GET', place, { key: live.liveKey })).text).not.toContain('/refunds/claim/');
    expectRightNeeded(await byKey(`${path}/claim_link`));
    expectRightNeeded(await byKey(`${path}/return`, { address: thief }));
    const given = await call(link, 'POST', {
      key: null,
      body: new URLSearchParams({ address: customers, confirmed: 'yes' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(given.status, given.text).toBe(303);
    const { json } = await live.call('GET', path, { key: live.liveKey });
    expect(json.data).toMatchObject({ status: 'returning', returned_to: customers });
    expect((await byKey(`${path}/return`)).json.error.code).toBe('UNAPPLIED_FUNDS_NOT_OPEN');
    const refund = { payment_id: json.data.payment_id, amount: '1.00' };
    expectRightNeeded(await byKey('/refunds', { ...refund, address: thief }));
    expect((await byKey('/refunds', { ...refund, address: customers })).status).toBe(201);
    expect(await sentTo(thief)).toBe(0);
  });

  it('sends money only where the customer said on the claim page', async () => {
    const payment_id = await paidByContract(ether * 2n, { customer_email: 'ada@example.com' });
    const first = await byKey('/refunds', { payment_id, amount: '1.00' });
    await live.ctx.db`
      insert into refund_addresses (refund_id, merchant_id, number, address, given_by, given_at)
      values (${first.json.data.refund_id}, ${live.merchantId}, 1, ${customers}, 'customer', now())`;
    expectRightNeeded(await byKey('/refunds', { payment_id, amount: '1.00', address: thief }));
    expect((await byKey('/refunds', { payment_id, amount: '1.00', address: customers })).status).toBe(201);
    const funds = await live.call('GET', `/unapplied_funds?payment_id=${payment_id}`, { key: live.liveKey });
    const path = `/unapplied_funds/${funds.json.data[0].unapplied_id}/return`;
    expectRightNeeded(await byKey(path, { address: thief }));
    expect((await byKey(path, { address: customers })).status).toBe(200);
  });
});

describe('a thief with a session', () => {
  it('names no address without password and second factor', async () => {
    const refundId = await waitingRefund();
    const fund = await unapplied();
    const ways: [string, object][] = [
      [`/refunds/${refundId}/address`, { address: thief }],
      [`/refunds/${refundId}/claim_link`, {}],
      [`/unapplied_funds/${fund}/return`, { address: thief }],
      [`/unapplied_funds/${fund}/claim_link`, {}],
      [`/keys/${keyId}/any_address`, {}],
    ];
    for (const [path, body] of ways) {
      const send = (more: object) => owner.call('POST', path, { headers, body: { ...body, ...more } });
      expectRefusal(await send({}), 'CONFIRMATION_REQUIRED');
      expectRefusal(await send({ password }), 'CONFIRMATION_REQUIRED');
      const { code } = await owner.confirmation();
      expectRefusal(await send({ password: 'guessed', code }), 'WRONG_PASSWORD');
      await live.ctx.db`delete from throttles`;
      expectRefusal(await send({ password, code: '000000' }), 'INVALID_CODE');
      await live.ctx.db`delete from throttles`;
    }
    for (const [path, body] of ways.slice(0, 4))
      expectRefusal(await owner.api('POST', path, { headers, body }), 'CONFIRMATION_REQUIRED');
    expect(await sentTo(thief)).toBe(0);
  });

  it('gains nothing by a second factor that was turned on today, nor without one', async () => {
    const refundId = await waitingRefund();
    const path = `/refunds/${refundId}/address`;
    const plain = await signedIn(live, await createMember(live));
    const body = { address: thief, password, code: '000000' };
    expectRefusal(await plain.call('POST', path, { headers, body }), 'CONFIRMATION_REQUIRED');
    const fresh = await confirming(await createMember(live));
    await live.ctx
      .db`update members set totp_confirmed_at = now() where member_id = ${fresh.member.memberId}`;
    const right = { address: thief, ...(await fresh.confirmation()) };
    const refused = await fresh.call('POST', path, { headers, body: right });
    expectRefusal(refused, 'CONFIRMATION_REQUIRED');
    expect(refused.json.error.message).toContain('less than a day ago');
    expect(await sentTo(thief)).toBe(0);
  });

  it('uses a code once', async () => {
    const ids = [await waitingRefund(), await waitingRefund()];
    const confirmation = await owner.confirmation();
    const body = { address: '0x00000000000000000000000000000000000000ee', ...confirmation };
    const answers = await Promise.all(
      ids.map((id) => owner.call('POST', `/refunds/${id}/address`, { headers, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    await live.ctx.db`delete from throttles`;
  });
});

describe('an owner who confirms it', () => {
  const chosen = '0x00000000000000000000000000000000000000dd';

  it('sends a refund and unapplied money anywhere; every owner is mailed, in the owner’s language', async () => {
    for (const locale of locales) {
      const { memberId } = await createMember(live);
      await live.ctx.db`update members set locale = ${locale} where member_id = ${memberId}`;
    }
    const finance = await createMember(live, 'finance');
    const owners = await live.ctx.db<{ email: string; locale: string | null }[]>`
      select email, locale from members where merchant_id = ${live.merchantId} and role = 'owner' order by email`;
    const refundId = await waitingRefund();
    const fund = await unapplied();
    for (const [path, id] of [
      [`/refunds/${refundId}/address`, refundId],
      [`/unapplied_funds/${fund}/return`, fund],
    ] as const) {
      const body = { address: chosen.toLowerCase(), ...(await owner.confirmation()) };
      const answer = await owner.call('POST', path, { headers, body });
      expect(answer.status, answer.text).toBe(200);
      const mails = await mailsAbout(id);
      expect(mails.map(({ to_address }) => to_address)).toEqual(owners.map(({ email }) => email));
      expect(mails.map(({ to_address }) => to_address)).not.toContain(finance.email);
      expect(mails.map(({ message }) => message['locale'])).toEqual(
        owners.map(({ locale }) => locale ?? 'en'),
      );
      expect(mails[0]?.message).toMatchObject({
        about: 'address',
        address: chosen,
        done_by: owner.member.email,
      });
    }
    expect(await sentTo(chosen)).toBe(2);
    const [entry] = await live.ctx.db<{ details: object }[]>`
      select details from audit_log where action = 'enterRefundAddress' and resource_id = ${refundId}`;
    expect(entry?.details, 'without password and code').toEqual({ address: chosen.toLowerCase() });
  });

  it('gets claim links, of which owners are told', async () => {
    const refundId = await waitingRefund();
    const fund = await unapplied();
    for (const [path, id] of [
      [`/refunds/${refundId}/claim_link`, refundId],
      [`/unapplied_funds/${fund}/claim_link`, fund],
    ] as const) {
      const body = await owner.confirmation();
      const answer = await owner.call('POST', path, { headers, body });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json.data.claim_url).toContain('/refunds/claim/');
      expect((await mailsAbout(id))[0]?.message).toMatchObject({ about: 'claim_link', address: null });
    }
  });

  it('can use the code again after a typo in the address', async () => {
    const refundId = await waitingRefund();
    const confirmation = await owner.confirmation();
    const send = (address: string) =>
      owner.call('POST', `/refunds/${refundId}/address`, { headers, body: { address, ...confirmation } });
    expectRefusal(await send('0x12'), 'INVALID_PARAMETER');
    expect((await send(chosen)).status).toBe(200);
  });
});

describe('the right of a key to name addresses', () => {
  it('is given by an owner who confirms it, told to owners, and shown', async () => {
    const developer = await signedIn(live, await createMember(live, 'developer'));
    const body = await owner.confirmation();
    expectRefusal(await developer.call('POST', `/keys/${keyId}/any_address`, { headers, body }), 'FORBIDDEN');
    const answer = await grant(body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({ key_id: keyId, any_address: true });
    expect((await mailsAbout(keyId))[0]?.message).toMatchObject({
      about: 'key',
      done_by: owner.member.email,
    });
    const refundId = await waitingRefund();
    const given = await byKey(`/refunds/${refundId}/address`, {
      address: '0x00000000000000000000000000000000000000ff',
    });
    expect(given.status, given.text).toBe(200);
    expect((await mailsAbout(refundId))[0]?.message).toMatchObject({ about: 'address' });
    expect((await withdraw()).json.data).toMatchObject({ any_address: false });
  });

  it('is not part of all rights, and not of a test key', async () => {
    const body = { name: 'All', kind: 'secret', ...(await owner.confirmation()) };
    const made = await owner.call('POST', '/keys', { headers, body });
    expect(made.json.data).toMatchObject({ permissions: null, any_address: false });
    const test = await owner.call('POST', '/keys', { body: { name: 'Test', kind: 'secret' } });
    const path = `/keys/${test.json.data.key_id}/any_address`;
    expectRefusal(await owner.call('POST', path, { body: {} }), 'INVALID_PARAMETER');
  });

  it('that is taken back holds for nobody from then on, whatever a cache says', async () => {
    const refundId = await waitingRefund();
    for (let round = 0; round < 3; round++) {
      await grant(await owner.confirmation());
      // The key is in the cache, with the right.
      expect((await live.call('GET', '/refunds', { key: live.liveKey })).status).toBe(200);
      await withdraw();
      expectRightNeeded(await byKey(`/refunds/${refundId}/address`, { address: thief }));
    }
    expect(await sentTo(thief)).toBe(0);
  });

  it('taken back while addresses are named lets those before it through, and none after it', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await waitingRefund());
    await grant(await owner.confirmation());
    // A transaction that uses the right: the withdrawal waits for it.
    let isWithdrawn = false;
    let withdrawal: Promise<unknown> = Promise.resolve();
    await live.ctx.db.begin(async (tx) => {
      await tx`select 1 from api_keys where key_id = ${keyId} and any_address for share`;
      withdrawal = withdraw().then(() => (isWithdrawn = true));
      const waits = async () =>
        (
          await live.ctx
            .db`select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
        ).length > 0;
      await until(waits);
      expect(isWithdrawn).toBe(false);
    });
    const answers = await Promise.all(
      ids.map((id) =>
        byKey(`/refunds/${id}/address`, { address: '0x00000000000000000000000000000000000000fe' }),
      ),
    );
    await withdrawal;
    for (const { status } of answers) expect([200, 403]).toContain(status);
    const open = ids.filter((_, index) => answers[index]?.status === 403);
    const named = await live.ctx.db`
      select 1 from refunds where refund_id = any(${ids}::text[]) and refunded_to is not null`;
    expect(named).toHaveLength(ids.length - open.length);
    for (const id of open) expectRightNeeded(await byKey(`/refunds/${id}/address`, { address: thief }));
  });
});
