import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/lib/roles.ts';
import { fixedRates } from '../../src/treasury/prices/fixed-rates.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import type { Answer } from '../support/call.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { account, moving, postNow } from '../treasury/ledger/support.ts';
import { mailTo } from './mail.ts';
import {
  type Browser,
  createMember,
  password,
  signedIn,
  startDashboard,
  type TestMember,
  withSecondFactor,
} from './support.ts';

const hourMs = 3_600_000;
const live = { 'x-causeway-environment': 'live' };
const usdc = { chain: 'base', token: 'USDC' } as const;
const rule = { wallet: null, address: null, payout: '100.00', key: null };

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock, rates: { test: fixedRates, live: fixedRates } });
});
afterAll(() => service.stop());

type Page = Browser & { member: TestMember };
const page = async (member: TestMember): Promise<Page> =>
  Object.assign(await signedIn(service, member), { member });

let postings = 0;
/** A merchant with a live balance, a payout wallet, two members of a day, and the rule. */
async function office(dollars: number, ...roles: Role[]) {
  const { merchantId, liveKey } = await service.createMerchant();
  const members = [];
  for (const role of ['owner' as const, ...roles])
    members.push(await createMember(service, role, merchantId));
  clock.advance(25 * hourMs);
  const [owner, second, third] = await Promise.all(members.map(page));
  if (!owner || !second) throw new Error('an office has two members');
  const rest = { environment: 'live', ...usdc } as const;
  const [owed, vault] = [account('merchant_balance', merchantId, rest), account('vault', '', rest)];
  await postNow(service.ctx, [
    moving('completion', `pay_${++postings}`, BigInt(dollars) * 1_000_000n, owed, vault),
  ]);
  await service.ctx.db`
    insert into payout_wallets (wallet_id, merchant_id, environment, family, address, created_at, holds_from)
    values (${service.ctx.ids.next('trf')}, ${merchantId}, 'live', 'evm', '0x52908400098527886E0F7030069857D2E4169EE7',
      ${clock.now()}, ${clock.now()})`;
  const set = await owner.call('PUT', '/approval_rules', { body: { ...rule, password } });
  expect(set.status, set.text).toBe(200);
  return { owner, second, third: third ?? second, merchantId, liveKey };
}

const payOut = (who: Browser, amount: string) =>
  who.call('POST', '/payouts', { headers: live, body: { ...usdc, token_amount: amount, password } });
const approve = (who: Browser, id: string) =>
  who.call('POST', `/approvals/${id}/approve`, { headers: live, body: { password } });
const decline = (who: Browser, id: string) =>
  who.call('POST', `/approvals/${id}/decline`, { headers: live, body: { reason: 'Not now' } });
const payoutsOf = (merchantId: string) =>
  service.ctx.db<{ token_units: string; status: string }[]>`
    select token_units::text, status from payouts where merchant_id = ${merchantId} order by payout_id`;

function idOf({ status, text, json }: Answer): string {
  expect(status, text).toBe(202);
  return json.data.pending_approval.approval_id;
}

/** The payout under way ends, so that the next can be made. */
const finishPayouts = (merchantId: string) =>
  service.ctx.db`
    update payouts set status = 'completed', ended_at = now(), tx_hash = '0x1' where merchant_id = ${merchantId}`;

async function makeKey(who: Browser): Promise<{ key: string; key_id: string }> {
  const body = { name: 'shop', kind: 'secret', password };
  const { status, text, json } = await who.call('POST', '/keys', { headers: live, body });
  expect(status, text).toBe(201);
  return json.data;
}

describe('a payout by hand above the rule’s amount', () => {
  it('waits for a second member, is done as asked for, and not by whoever asked', async () => {
    const { owner, second, merchantId } = await office(500, 'finance');
    const id = idOf(await payOut(owner, '200'));
    expect(await payoutsOf(merchantId)).toEqual([]);
    expect((await mailTo(service, second.member.email))[0]?.subject).toBe('Your approval is needed at Shop');
    expectRefusal(await approve(owner, id), 'APPROVAL_OF_ANOTHER');
    const [shown] = (await second.call('GET', '/approvals')).json.data;
    expect(shown).toMatchObject({
      action: 'payout',
      params: { ...usdc, token_amount: '200.000000' },
      worth_usd: '200.00',
      asked_by: owner.member.email,
    });
    const done = await approve(second, id);
    expect(done.status, done.text).toBe(200);
    expect(await payoutsOf(merchantId)).toEqual([{ token_units: '200000000', status: 'processing' }]);
    expectRefusal(await approve(second, id), 'APPROVAL_NOT_PENDING');
  });

  it('counts together with smaller ones of a day, so parts are no way around', async () => {
    const { owner, merchantId } = await office(500, 'finance');
    expect((await payOut(owner, '60')).status).toBe(200);
    await finishPayouts(merchantId);
    idOf(await payOut(owner, '41'));
    const small = await payOut(owner, '40');
    expect(small.status, small.text).toBe(200);
    await finishPayouts(merchantId);
    idOf(await payOut(owner, '0.01'));
    clock.advance(25 * hourMs);
    expect((await payOut(await page(owner.member), '100')).status).toBe(200);
  });

  it('of which two are asked for at once, is one payout', async () => {
    const { owner, second, merchantId } = await office(500, 'finance');
    const answers = await Promise.all([payOut(owner, '60'), payOut(second, '60')]);
    const [made, other] = answers.map(({ status }) => status).sort();
    expect(made).toBe(200);
    // The second waits for the first: its payout is under way, or both together are too much.
    expect([202, 422]).toContain(other);
    expect(await payoutsOf(merchantId)).toHaveLength(1);
  });

  it('ends once when two approve, or one approves and one declines', async () => {
    const { owner, second, third, merchantId } = await office(900, 'finance', 'approver');
    const twice = idOf(await payOut(owner, '200'));
    const both = await Promise.all([approve(second, twice), approve(third, twice)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await payoutsOf(merchantId)).toHaveLength(1);
    await finishPayouts(merchantId);
    const contested = idOf(await payOut(owner, '300'));
    const [yes, no] = await Promise.all([approve(second, contested), decline(third, contested)]);
    expect([yes.status, no.status].sort()).toEqual([200, 409]);
    expect(await payoutsOf(merchantId)).toHaveLength(yes.status === 200 ? 2 : 1);
  });

  it('stays a request while the balance is too small by then', async () => {
    const { owner, second, merchantId } = await office(150, 'finance');
    const id = idOf(await payOut(owner, '150'));
    expect((await payOut(owner, '90')).status).toBe(200);
    await finishPayouts(merchantId);
    expectRefusal(await approve(second, id), 'PAYOUT_NOT_POSSIBLE');
    const [shown] = (await second.call('GET', '/approvals')).json.data;
    expect(shown.state).toBe('pending');
    expect(await payoutsOf(merchantId)).toHaveLength(1);
  });

  it('also when everything is paid out, and never by the schedule', async () => {
    const { owner, second, merchantId } = await office(500, 'finance');
    const id = idOf(await owner.call('POST', '/settlement/pay_out', { headers: live, body: { password } }));
    await service.runDue();
    expect(await payoutsOf(merchantId)).toEqual([]);
    expect((await approve(second, id)).status).toBe(200);
    await service.runDue();
    expect(await payoutsOf(merchantId)).toEqual([{ token_units: '500000000', status: 'processing' }]);
  });

  it('needs nobody in test mode', async () => {
    const { owner } = await office(500, 'finance');
    for (const ask of [owner.call, owner.api])
      expectRefusal(await ask('POST', '/payouts', { body: usdc }), 'PAYOUT_NOT_POSSIBLE');
  });

  it('is confirmed each time, with the second factor of whoever has one, and a key needs neither', async () => {
    const { owner, second, merchantId, liveKey } = await office(500, 'finance');
    const code = await withSecondFactor(service, second.member);
    const ask = (who: Browser, given: object) =>
      who.call('POST', '/payouts', { headers: live, body: { ...usdc, token_amount: '10', ...given } });
    expectRefusal(await ask(owner, {}), 'CONFIRMATION_REQUIRED');
    expectRefusal(await ask(owner, { password: 'guess' }), 'WRONG_PASSWORD');
    expectRefusal(await ask(second, { password }), 'CONFIRMATION_REQUIRED');
    expect(await payoutsOf(merchantId)).toEqual([]);
    const made = await ask(second, { password, code: await code() });
    expect(made.status, made.text).toBe(200);
    expect(made.json.data).toMatchObject({ initiator: 'manual', token_amount: '10.000000' });
    const { started_by } = (
      await owner.call('GET', `/payouts/${made.json.data.payout_id}`, { headers: live })
    ).json.data;
    expect(started_by).toEqual({ member_email: second.member.email, key_id: null });
    await finishPayouts(merchantId);
    const byKey = await service.call('POST', '/payouts', {
      key: liveKey,
      body: { ...usdc, token_amount: '10' },
    });
    expect(byKey.status, byKey.text).toBe(201);
    const all = { headers: live, body: { password, code: await code() } };
    expect((await second.call('POST', '/settlement/pay_out', all)).status).toBe(202);
  });
});

describe('an API key that pays out above the rule’s amount', () => {
  it('gets 202, the same for a repeated request, and its maker cannot approve', async () => {
    const { owner, second, third, merchantId } = await office(500, 'owner', 'approver');
    const { key, key_id } = await makeKey(owner);
    const ask = () =>
      service.call('POST', '/payouts', {
        key,
        body: { ...usdc, token_amount: '200' },
        headers: { 'idempotency-key': 'payout 1' },
      });
    const id = idOf(await ask());
    const again = await ask();
    expect(idOf(again)).toBe(id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expectRefusal(await approve(owner, id), 'APPROVAL_OF_ANOTHER');
    const [shown] = (await second.call('GET', '/approvals')).json.data;
    expect(shown).toMatchObject({
      params: { ...usdc, token_amount: '200.000000', key_id },
      asked_by: expect.stringContaining(`of ${owner.member.email}`),
    });
    expect((await approve(third, id)).status).toBe(200);
    expect(await payoutsOf(merchantId)).toHaveLength(1);
  });

  it('gets nothing done once it is revoked, or its maker is gone', async () => {
    const { owner, second, merchantId } = await office(500, 'owner');
    const { key, key_id } = await makeKey(owner);
    const id = idOf(await service.call('POST', '/payouts', { key, body: { ...usdc, token_amount: '200' } }));
    expect((await owner.call('POST', `/keys/${key_id}/revoke`, { headers: live, body: {} })).status).toBe(
      200,
    );
    const refused = await approve(second, id);
    expectRefusal(refused, 'FORBIDDEN');
    expect(refused.json.error.message).toContain('no longer works');
    const other = await makeKey(owner);
    const later = idOf(
      await service.call('POST', '/payouts', { key: other.key, body: { ...usdc, token_amount: '250' } }),
    );
    await service.ctx.db`update members set role = 'viewer' where member_id = ${owner.member.memberId}`;
    expectRefusal(await approve(second, later), 'FORBIDDEN');
    expect(await payoutsOf(merchantId)).toEqual([]);
  });

  it('is refused where nobody made it in the dashboard', async () => {
    const { merchantId, liveKey } = await office(500, 'finance');
    const answer = await service.call('POST', '/payouts', {
      key: liveKey,
      body: { ...usdc, token_amount: '200' },
    });
    expectRefusal(answer, 'APPROVAL_REQUIRED');
    expect(await payoutsOf(merchantId)).toEqual([]);
  });
});

describe('a live key that may pay out', () => {
  const setRules = (who: Browser, rules: object) =>
    who.call('PUT', '/approval_rules', { body: { ...rule, ...rules, password } });
  const make = async (who: Browser, permissions: string[] | null, headers = live) => {
    const body = { name: 'till', kind: 'secret', permissions, password };
    const { status, text, json } = await who.call('POST', '/keys', { headers, body });
    expect(status, text).toBe(201);
    return json.data;
  };
  const pay = (key: string) =>
    service.call('POST', '/payouts', { key, body: { ...usdc, token_amount: '10' } });
  const pending = async (who: Browser) =>
    (await who.call('GET', '/approvals')).json.data.filter(
      ({ state }: { state: string }) => state === 'pending',
    );

  it('works at once but for payouts, which a second member approves', async () => {
    const { owner, second, merchantId } = await office(500, 'approver');
    expect((await setRules(owner, { key: '0.00' })).status).toBe(200);
    const all = await make(owner, null);
    const one = await make(owner, ['payments.read', 'payouts.write']);
    expect(all.permissions).toContain('refunds.write');
    expect(all.permissions).not.toContain('payouts.write');
    expect(one.permissions).toEqual(['payments.read']);
    expect((await service.call('GET', '/payments', { key: one.key })).status).toBe(200);
    for (const { key } of [all, one]) expectRefusal(await pay(key), 'FORBIDDEN');
    const requests = await pending(second);
    expect(requests).toMatchObject([
      { action: 'key', params: { key_id: one.key_id, permissions: ['payments.read', 'payouts.write'] } },
      { action: 'key', params: { key_id: all.key_id, permissions: null } },
    ]);
    expectRefusal(await approve(owner, requests[0].approval_id), 'APPROVAL_OF_ANOTHER');
    for (const { approval_id } of requests) expect((await approve(second, approval_id)).status).toBe(200);
    const keys = (await owner.call('GET', '/keys', { headers: live })).json.data;
    const given = new Map(
      keys.map(({ key_id, permissions }: Record<string, unknown>) => [key_id, permissions]),
    );
    expect(given.get(all.key_id)).toBeNull();
    expect(given.get(one.key_id)).toEqual(['payments.read', 'payouts.write']);
    // Keys are looked up again after a second.
    clock.advance(2000);
    const paid = await pay(one.key);
    expect(paid.status, paid.text).toBe(201);
    expect(await payoutsOf(merchantId)).toHaveLength(1);
  });

  it('needs nobody without the rule, without the right, and in test mode; a revoked one gets nothing', async () => {
    const { owner, second } = await office(500, 'approver');
    expect((await make(owner, null)).permissions).toBeNull();
    await setRules(owner, { key: '0.00' });
    expect((await make(owner, ['refunds.write'])).permissions).toEqual(['refunds.write']);
    expect((await make(owner, null, { 'x-causeway-environment': 'test' })).permissions).toBeNull();
    expect(await pending(second)).toEqual([]);
    const { key_id, key, permissions } = await make(owner, ['payouts.write']);
    expect(permissions).toEqual([]);
    expectRefusal(await service.call('GET', '/payments', { key }), 'FORBIDDEN');
    const [request] = await pending(second);
    await owner.call('POST', `/keys/${key_id}/revoke`, { headers: live, body: {} });
    expectRefusal(await approve(second, request.approval_id), 'INVALID_PARAMETER');
  });
});

describe('payout settings by which balances leave sooner', () => {
  const settings = (who: Browser, body: object, given: object = { password }) =>
    who.call('PATCH', '/settlement', { headers: live, body: { ...body, ...given } });
  const held = { schedule: 'weekly', minimum_amount: '50.00', reserve_amount: '100.00' };
  const shown = (who: Browser) => who.api('GET', '/settlement', { headers: live });

  it('need the approval that payouts by hand need, and others do not', async () => {
    const { owner, second } = await office(1000, 'approver');
    expect((await settings(owner, held)).status).toBe(200);
    for (const sooner of [
      { schedule: 'instant' },
      { schedule: 'daily' },
      { minimum_amount: '49.99' },
      { reserve_amount: '0' },
      { currency: 'EUR' },
    ])
      expect((await settings(owner, sooner)).status, JSON.stringify(sooner)).toBe(202);
    expect((await shown(owner)).json.data).toMatchObject({ ...held, currency: 'USD' });
    const id = idOf(await settings(owner, { schedule: 'instant', reserve_amount: '10.00' }));
    expectRefusal(await approve(owner, id), 'APPROVAL_OF_ANOTHER');
    expect((await approve(second, id)).status).toBe(200);
    expect((await shown(owner)).json.data).toMatchObject({
      schedule: 'instant',
      minimum_amount: '50.00',
      reserve_amount: '10.00',
    });
    expect((await settings(owner, held)).status, 'slower again').toBe(200);
  });

  it('are confirmed in live mode, with and without a rule', async () => {
    const { owner } = await office(1000, 'approver');
    expectRefusal(await settings(owner, { schedule: 'weekly' }, {}), 'CONFIRMATION_REQUIRED');
    expect((await owner.call('PATCH', '/settlement', { body: { schedule: 'weekly' } })).status).toBe(200);
  });
});
