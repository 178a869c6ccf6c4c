import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { mailTo, tokenMailedTo } from './mail.ts';
import { browser, password, signedIn, signedInAs, startDashboard, withSecondFactor } from './support.ts';

const hourMs = 3_600_000;
const live = { 'x-causeway-environment': 'live' };
const usdc = { chain: 'base', token: 'USDC' };
const thiefsWallet = '0x52908400098527886E0F7030069857D2E4169EE7';

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

async function victim() {
  const { merchantId, liveKey } = await service.createMerchant();
  const owner = await signedInAs(service, 'owner', merchantId);
  const thief = browser(service);
  thief.cookie = owner.cookie;
  return { owner, thief, merchantId, liveKey };
}

let addresses = 0;
const newAddress = () => `thief-${++addresses}@example.com`;

/** An owner who was invited by `owner`, signed in. */
async function invitedOwner(owner: Awaited<ReturnType<typeof victim>>['owner']) {
  const email = newAddress();
  const invited = await owner.call('POST', '/members', { body: { email, role: 'owner', password } });
  expect(invited.status, invited.text).toBe(201);
  const page = browser(service);
  const path = `/invitations/${await tokenMailedTo(service, email)}/accept`;
  expect((await page.call('POST', path, { body: { password } })).status).toBe(200);
  return Object.assign(page, { email, memberId: invited.json.data.member_id as string });
}

describe('a stolen session cookie', () => {
  it('invites no owner, removes nobody, sets no wallet and pays nothing out', async () => {
    const { owner, thief } = await victim();
    const second = await signedInAs(service, 'owner', owner.member.merchantId);
    const email = newAddress();
    const tries = [
      thief.call('POST', '/members', { body: { email, role: 'owner' } }),
      thief.call('POST', '/members', { body: { email, role: 'finance' } }),
      thief.call('PATCH', `/members/${second.member.memberId}`, { body: { role: 'viewer' } }),
      thief.call('POST', `/members/${second.member.memberId}/remove`, { body: {} }),
      thief.call('PUT', '/settlement/wallets/evm', { headers: live, body: { address: thiefsWallet } }),
      thief.call('POST', '/keys', { headers: live, body: { name: 'Till', kind: 'secret' } }),
      thief.api('POST', '/payouts', { headers: live, body: usdc }),
      thief.call('POST', '/payouts', { headers: live, body: usdc }),
      thief.api('POST', '/settlement/pay_out', { headers: live }),
      thief.call('POST', '/settlement/pay_out', { headers: live, body: {} }),
      thief.call('POST', '/totp/begin', { body: {} }),
      thief.call('POST', '/totp/disable', { body: {} }),
    ];
    for (const answer of await Promise.all(tries)) expectRefusal(answer, 'CONFIRMATION_REQUIRED');
    expect(await mailTo(service, email)).toEqual([]);
    const members = (await owner.call('GET', '/members')).json.data;
    expect(members.map(({ role }: { role: string }) => role)).toEqual(['owner', 'owner']);
  });

  it('does not open a live key to other addresses, nor guess the password', async () => {
    const { owner, thief } = await victim();
    const body = { name: 'Till', kind: 'secret', allowed_ips: ['203.0.113.7'], password };
    const { key_id } = (await owner.call('POST', '/keys', { headers: live, body })).json.data;
    const opened = { headers: live, body: { allowed_ips: [] } };
    expectRefusal(await thief.call('PATCH', `/keys/${key_id}`, opened), 'CONFIRMATION_REQUIRED');
    const renamed = await thief.call('PATCH', `/keys/${key_id}`, { headers: live, body: { name: 'Desk' } });
    expect(renamed.status).toBe(200);
    const guess = () =>
      thief.call('POST', '/members', { body: { email: newAddress(), role: 'owner', password: 'guess' } });
    for (let round = 0; round < 5; round++) expectRefusal(await guess(), 'WRONG_PASSWORD');
    expectRefusal(await guess(), 'RATE_LIMIT_EXCEEDED');
  });

  it('with the password is still not enough against a second factor, and a code works once', async () => {
    const { owner, thief } = await victim();
    const code = await withSecondFactor(service, owner.member);
    const invite = (given: object) =>
      thief.call('POST', '/members', { body: { email: newAddress(), role: 'owner', password, ...given } });
    expectRefusal(await invite({}), 'CONFIRMATION_REQUIRED');
    expectRefusal(await invite({ code: '000000' }), 'INVALID_CODE');
    expectRefusal(await thief.call('POST', '/totp/disable', { body: { password } }), 'CONFIRMATION_REQUIRED');
    const used = await code();
    expect((await invite({ code: used })).status).toBe(201);
    expectRefusal(await invite({ code: used }), 'INVALID_CODE');
  });

  it('never sees the link of an invitation, with and without a mail server', async () => {
    const { owner } = await victim();
    const body = () => ({ email: newAddress(), role: 'viewer', password });
    const byHand = await owner.call('POST', '/members', { body: body() });
    service.ctx.mailer = { send: async () => undefined, hangUp: () => undefined };
    const mailed = await owner.call('POST', '/members', { body: body() });
    service.ctx.mailer = null;
    for (const answer of [byHand, mailed]) {
      expect(answer.status).toBe(201);
      expect(answer.text).not.toContain('token=');
    }
  });
});

describe('owners', () => {
  it('of the last seven days are told about members, keys, second factors and wallets', async () => {
    const { owner } = await victim();
    const other = await invitedOwner(owner);
    await owner.call('PATCH', `/members/${other.memberId}`, { body: { role: 'finance', password } });
    const subjects = async () => (await mailTo(service, other.email)).map(({ subject }) => subject);
    expect((await subjects())[0]).toContain('role');
    const wallet = { headers: live, body: { address: thiefsWallet, password } };
    await owner.call('PUT', '/settlement/wallets/evm', wallet);
    await owner.call('POST', '/keys', { headers: live, body: { name: 'Till', kind: 'secret', password } });
    await owner.call('POST', '/members', { body: { email: newAddress(), role: 'viewer', password } });
    expect((await subjects()).slice(0, 3)).toEqual([
      'Somebody was invited to Shop',
      'A live API key of Shop was created',
      'The payout wallet of Shop changes',
    ]);
    clock.advance(7 * 24 * hourMs);
    const later = await signedIn(service, owner.member);
    const before = (await subjects()).length;
    await later.call('POST', '/members', { body: { email: newAddress(), role: 'viewer', password } });
    expect(await subjects()).toHaveLength(before);
  });
});

describe('a removed owner', () => {
  const undo = (token: string) => browser(service).call('POST', '/members/restore', { body: { token } });
  const signInAs = (email: string) =>
    browser(service).call('POST', '/sign_in', { body: { email, password } });
  const remove = (page: Awaited<ReturnType<typeof invitedOwner>>, memberId: string) =>
    page.call('POST', `/members/${memberId}/remove`, { body: { password } });

  it('undoes the removal by the mail for a day, and wallets set meanwhile are withdrawn', async () => {
    const { owner, liveKey } = await victim();
    const code = await withSecondFactor(service, owner.member);
    const other = await invitedOwnerWith(owner, await code());
    expect((await remove(other, owner.member.memberId)).status).toBe(200);
    const wallet = { headers: live, body: { address: thiefsWallet, password } };
    clock.advance(2 * hourMs);
    expect((await other.call('PUT', '/settlement/wallets/evm', wallet)).status).toBe(200);
    await service.ctx.db`
      update api_keys set any_address = true where merchant_id = ${owner.member.merchantId} and environment = 'live'`;
    const wallets = async () =>
      (await service.call('GET', '/settlement', { key: liveKey })).json.data.wallets;
    expect(await wallets()).toMatchObject([{ address: thiefsWallet, status: 'pending' }]);
    expectRefusal(await signInAs(owner.member.email), 'SIGN_IN_FAILED');
    const mails = await mailTo(service, owner.member.email);
    const token = mails.find((mail) => mail.token)?.token ?? '';
    expect(mails[0]?.subject).toBe('The payout wallet of Shop changes');
    expect(JSON.stringify(mails.map(({ row }) => row.message))).not.toContain(token);

    clock.advance(21 * hourMs);
    expect((await undo(token)).status).toBe(200);
    expectRefusal(await undo(token), 'LINK_EXPIRED');
    expect(await wallets()).toEqual([]);
    const keys = await service.ctx.db`
      select 1 from api_keys where merchant_id = ${owner.member.merchantId} and any_address`;
    expect(keys, 'rights of keys to name addresses do not outlast it').toHaveLength(0);
    expectRefusal(await signInAs(owner.member.email), 'SECOND_FACTOR_REQUIRED');
    const back = await signedIn(service, owner.member);
    expect((await back.call('GET', '/session')).json.data.member).toMatchObject({ role: 'owner' });
    expect((await mailTo(service, other.email))[0]?.subject).toBe('A removed owner of Shop is back');

    // A script of the thief must not win by removing faster than people can sign in.
    expectRefusal(await remove(other, owner.member.memberId), 'OWNER_RESTORED');
    const demoted = { body: { role: 'viewer', password } };
    expectRefusal(await other.call('PATCH', `/members/${owner.member.memberId}`, demoted), 'OWNER_RESTORED');
  });

  it('and one who lost the role are back with it, and a late link does nothing', async () => {
    const { owner } = await victim();
    const other = await invitedOwner(owner);
    const path = `/members/${owner.member.memberId}`;
    expect((await other.call('PATCH', path, { body: { role: 'viewer', password } })).status).toBe(200);
    const [first] = (await mailTo(service, owner.member.email)).filter((mail) => mail.token);
    expect((await undo(first?.token ?? '')).status).toBe(200);
    clock.advance(25 * hourMs);
    const again = Object.assign(browser(service), { email: other.email, memberId: other.memberId });
    await again.call('POST', '/sign_in', { body: { email: other.email, password } });
    expect((await remove(again, owner.member.memberId)).status).toBe(200);
    const [late] = (await mailTo(service, owner.member.email)).filter((mail) => mail.token);
    clock.advance(24 * hourMs);
    expectRefusal(await undo(late?.token ?? ''), 'LINK_EXPIRED');
    expectRefusal(await undo('x'), 'LINK_EXPIRED');
  });

  it('is restored once by two clicks at the same time', async () => {
    const { owner } = await victim();
    const other = await invitedOwner(owner);
    await remove(other, owner.member.memberId);
    const token = await tokenMailedTo(service, owner.member.email);
    const answers = await Promise.all([undo(token), undo(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  async function invitedOwnerWith(owner: Awaited<ReturnType<typeof victim>>['owner'], code: string) {
    const call: typeof owner.call = (method, path, options = {}) => {
      const { body } = options;
      const withCode = typeof body === 'object' ? { ...options, body: { ...body, code } } : options;
      return owner.call(method, path, withCode);
    };
    return invitedOwner({ ...owner, call });
  }
});

describe('a first live wallet', () => {
  it('holds at once within an hour of the sign-up, and later after a day like a change', async () => {
    const { owner, liveKey } = await victim();
    const set = (address: string, family = 'evm') =>
      owner.call('PUT', `/settlement/wallets/${family}`, { headers: live, body: { address, password } });
    const statuses = async () =>
      (await service.call('GET', '/settlement', { key: liveKey })).json.data.wallets.map(
        ({ address, status }: Record<string, string>) => [address, status],
      );
    const solanaWallet = '43MJSYxTcRNCH5FqdSgM6PjKz9U4Jrtu9MzXd71xczWp';
    clock.advance(hourMs - 1000);
    expect((await set(solanaWallet, 'solana')).status).toBe(200);
    expect(await statuses()).toEqual([[solanaWallet, 'active']]);
    clock.advance(1000);
    await set(thiefsWallet);
    expect(await statuses()).toContainEqual([thiefsWallet, 'pending']);
    const wanted = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    clock.advance(hourMs);
    await set(wanted);
    expect(await statuses()).toEqual([
      [wanted, 'pending'],
      [solanaWallet, 'active'],
    ]);
    clock.advance(23 * hourMs);
    expect(await statuses()).toContainEqual([wanted, 'pending']);
    clock.advance(hourMs);
    expect(await statuses()).toContainEqual([wanted, 'active']);
  });
});
