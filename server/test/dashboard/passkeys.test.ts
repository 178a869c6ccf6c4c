import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../messages/webhooks/receiver.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { Authenticator, addPasskey, type Deviation, passkeyOf } from './authenticator.ts';
import { androidKey } from './certificates.ts';
import { mailTo, tokenMailedTo } from './mail.ts';
import { browser, password, signedIn, signedInAs, startDashboard, withSecondFactor } from './support.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const live = { 'x-causeway-environment': 'live' };

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

const device = () => new Authenticator(new URL(service.ctx.config.publicUrl).origin);

async function memberWithPasskey(role: 'owner' | 'viewer' = 'owner') {
  const { merchantId } = await service.createMerchant();
  const page = await signedInAs(service, role, merchantId);
  const laptop = device();
  const { passkey, recovery_codes } = await addPasskey(page, laptop);
  return { page, laptop, passkeyId: passkey.passkey_id, recoveryCodes: recovery_codes };
}

const challenge = async (page = browser(service)) =>
  (await page.call('POST', '/sign_in/passkey/begin')).json.data;

async function signInWith(laptop: Authenticator, deviation: Deviation = {}) {
  const page = browser(service);
  const passkey = laptop.get(await challenge(page), deviation);
  const answer = await page.call('POST', '/sign_in/passkey', { body: { passkey } });
  return Object.assign(answer, { page, passkey });
}

const invite = (passkey: object) => ({
  body: { email: `${Math.random()}@example.com`, role: 'viewer', passkey },
});

const wrongs: [string, () => Deviation][] = [
  ['of another origin', () => ({ origin: 'https://causeway.example.evil' })],
  ['for another host', () => ({ rpId: 'evil.example' })],
  ['without user verification', () => ({ flags: 0x01 })],
  ['with another key', () => ({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })],
  ['with a challenge that is not ours', () => ({ challenge: Buffer.alloc(32, 1).toString('base64url') })],
  ['that names another member', () => ({ userHandle: Buffer.from('mem_x').toString('base64url') })],
];

describe('a passkey', () => {
  it('is registered with the password, named, listed, mailed about and in the audit log', async () => {
    const { page, recoveryCodes } = await memberWithPasskey('viewer');
    expect(recoveryCodes).toHaveLength(10);
    const phone = device();
    expectRefusal(
      await page.call('POST', '/passkeys/begin', { body: { password } }),
      'CONFIRMATION_REQUIRED',
    );
    const second = await addPasskey(page, phone, { password, code: recoveryCodes[0] });
    expect(second.recovery_codes).toEqual([]);
    const listed = (await page.call('GET', '/passkeys')).json.data;
    expect(listed).toMatchObject([
      { name: 'Laptop', last_used_at: null },
      { name: 'Laptop', last_used_at: null },
    ]);
    expect((await page.call('GET', '/session')).json.data.member.passkeys).toBe(2);
    const [mail] = await mailTo(service, page.member.email);
    expect(mail?.subject).toBe('A passkey was added at Shop');
    const owner = await signedInAs(service, 'owner', page.member.merchantId);
    const actions = (await owner.call('GET', '/audit')).json.data;
    expect(actions[0]).toMatchObject({ action: 'addPasskey', details: { name: 'Laptop' } });
  });

  it('signs in without a password, and after a password instead of a code', async () => {
    const { page, laptop } = await memberWithPasskey();
    const signed = await signInWith(laptop);
    expect(signed.status, signed.text).toBe(200);
    expect(signed.json.data.member.email).toBe(page.member.email);
    expect((await signed.page.call('GET', '/session')).status).toBe(200);
    const { email } = page.member;
    const alone = await browser(service).call('POST', '/sign_in', { body: { email, password } });
    expectRefusal(alone, 'SECOND_FACTOR_REQUIRED');
    expect(alone.json.error.details).toEqual({ passkeys: 1 });
    const body = { email, password, passkey: laptop.get(await challenge()) };
    expect((await browser(service).call('POST', '/sign_in', { body })).status).toBe(200);
    const other = await memberWithPasskey();
    const theirs = { email, password, passkey: other.laptop.get(await challenge()) };
    expectRefusal(await browser(service).call('POST', '/sign_in', { body: theirs }), 'PASSKEY_REFUSED');
  });

  it.each(wrongs)('%s signs nobody in and confirms nothing', async (_, deviation) => {
    const { page, laptop } = await memberWithPasskey();
    expectRefusal(await signInWith(laptop, deviation()), 'PASSKEY_REFUSED');
    const confirmation = await passkeyOf(page, laptop, deviation());
    expectRefusal(await page.call('POST', '/members', invite(confirmation)), 'PASSKEY_REFUSED');
    expect((await signInWith(laptop)).status).toBe(200);
  });

  it.each(wrongs.slice(0, 3))('%s is not registered', async (_, deviation) => {
    const page = await signedInAs(service);
    const begun = await page.call('POST', '/passkeys/begin', { body: { password } });
    const credential = device().create(begun.json.data, deviation());
    const answer = await page.call('POST', '/passkeys', { body: { name: 'Laptop', credential } });
    expectRefusal(answer, 'PASSKEY_REFUSED');
    expect((await page.call('GET', '/passkeys')).json.data).toEqual([]);
  });

  it('may sign for itself when it is registered', async () => {
    const page = await signedInAs(service);
    const begun = await page.call('POST', '/passkeys/begin', { body: { password } });
    const attest = () => ({ format: 'packed', certificates: [] });
    const credential = device().create(begun.json.data, { attest });
    const answer = await page.call('POST', '/passkeys', { body: { name: 'Phone', credential } });
    expect(answer.status, answer.text).toBe(201);
  });

  it('brings no certificates that would have the service ask an address of the browser’s choice', async () => {
    const inside = await startReceiver();
    try {
      const page = await signedInAs(service);
      const begun = await page.call('POST', '/passkeys/begin', { body: { password } });
      const credential = device().create(begun.json.data, { attest: androidKey(`${inside.url}/secret`) });
      const answer = await page.call('POST', '/passkeys', { body: { name: 'Phone', credential } });
      expectRefusal(answer, 'PASSKEY_REFUSED');
      expect(inside.received).toEqual([]);
    } finally {
      await inside.close();
    }
  });

  it('signs each challenge once, also of two at once, and within five minutes', async () => {
    const { laptop } = await memberWithPasskey();
    const { passkey } = await signInWith(laptop);
    const replay = (body: object) => browser(service).call('POST', '/sign_in/passkey', { body });
    expectRefusal(await replay({ passkey }), 'PASSKEY_REFUSED');
    const fresh = laptop.get(await challenge());
    const both = await Promise.all([replay({ passkey: fresh }), replay({ passkey: fresh })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const late = laptop.get(await challenge());
    clock.advance(5 * minuteMs);
    expectRefusal(await replay({ passkey: late }), 'PASSKEY_REFUSED');
  });

  it('whose counter goes back is refused, for a copy of it is in use', async () => {
    const { laptop } = await memberWithPasskey();
    expect((await signInWith(laptop, { counter: 7 })).status).toBe(200);
    expectRefusal(await signInWith(laptop, { counter: 6 }), 'PASSKEY_REFUSED');
    expectRefusal(await signInWith(laptop, { counter: 7 }), 'PASSKEY_REFUSED');
    expect((await signInWith(laptop, { counter: 8 })).status).toBe(200);
  });

  it('is refused by tries without end', async () => {
    const { laptop } = await memberWithPasskey();
    const page = browser(service);
    const attempt = async (deviation: Deviation) =>
      page.call('POST', '/sign_in/passkey', { body: { passkey: laptop.get(await challenge(), deviation) } });
    for (let round = 0; round < 20; round++)
      expectRefusal(await attempt({ origin: 'https://evil.example' }), 'PASSKEY_REFUSED');
    expectRefusal(await attempt({}), 'RATE_LIMIT_EXCEEDED');
  });
});

describe('confirming with a passkey', () => {
  it('takes the place of password and code, in the session that asked and for nothing else', async () => {
    const { page, laptop } = await memberWithPasskey();
    const passkey = await passkeyOf(page, laptop);
    const elsewhere = await signedIn(service, page.member);
    expectRefusal(await elsewhere.call('POST', '/members', invite(passkey)), 'PASSKEY_REFUSED');
    expectRefusal(
      await browser(service).call('POST', '/sign_in/passkey', { body: { passkey } }),
      'PASSKEY_REFUSED',
    );
    expect((await page.call('POST', '/members', invite(passkey))).status).toBe(201);
    expectRefusal(await page.call('POST', '/members', invite(passkey)), 'PASSKEY_REFUSED');
    const signIn = laptop.get(await challenge());
    expectRefusal(await page.call('POST', '/members', invite(signIn)), 'PASSKEY_REFUSED');
  });

  it('takes no passkey of another member', async () => {
    const { page } = await memberWithPasskey();
    const other = await memberWithPasskey();
    const passkey = await passkeyOf(page, other.laptop);
    expectRefusal(await page.call('POST', '/members', invite(passkey)), 'PASSKEY_REFUSED');
  });

  it('lets live money go to a new place only with a passkey that is a day old', async () => {
    const { page, laptop } = await memberWithPasskey();
    const made = await page.call('POST', '/keys', {
      headers: live,
      body: { name: 'Till', kind: 'secret', passkey: await passkeyOf(page, laptop) },
    });
    expect(made.status, made.text).toBe(201);
    const allow = async (session: typeof page, with_: Authenticator) =>
      session.call('POST', `/keys/${made.json.data.key_id}/any_address`, {
        headers: live,
        body: { passkey: await passkeyOf(session, with_) },
      });
    expectRefusal(await allow(page, laptop), 'CONFIRMATION_REQUIRED');
    clock.advance(dayMs);
    const later = Object.assign(await signedIn(service, page.member), { member: page.member });
    const phone = device();
    await addPasskey(later, phone, { passkey: await passkeyOf(later, laptop) });
    expectRefusal(await allow(later, phone), 'CONFIRMATION_REQUIRED');
    expect((await allow(later, laptop)).status).toBe(200);
  });

  it('changes the password, which a second factor guards too', async () => {
    const { page, laptop } = await memberWithPasskey();
    const change = (given: object) =>
      page.call('POST', '/password', { body: { new_password: 'another long enough one', ...given } });
    expectRefusal(await change({ password }), 'CONFIRMATION_REQUIRED');
    expect((await change({ passkey: await passkeyOf(page, laptop) })).status).toBe(200);
  });
});

describe('without a passkey', () => {
  it('that was removed, nobody signs in with it, and the recovery codes go with the last', async () => {
    const { page, laptop, passkeyId, recoveryCodes } = await memberWithPasskey();
    const remove = (body: object) => page.call('POST', `/passkeys/${passkeyId}/remove`, { body });
    expectRefusal(await remove({}), 'CONFIRMATION_REQUIRED');
    const stranger = await memberWithPasskey();
    const path = `/passkeys/${passkeyId}/remove`;
    const passkey = await passkeyOf(stranger.page, stranger.laptop);
    expectRefusal(await stranger.page.call('POST', path, { body: { passkey } }), 'NOT_FOUND');
    expect((await remove({ password, code: recoveryCodes[0] })).status).toBe(200);
    expectRefusal(await signInWith(laptop), 'PASSKEY_REFUSED');
    const { email } = page.member;
    expect((await mailTo(service, email))[0]?.subject).toBe('A passkey was removed at Shop');
    expect((await browser(service).call('POST', '/sign_in', { body: { email, password } })).status).toBe(200);
    const [row] = await service.ctx.db`
      select count(*)::int as left from recovery_codes where member_id = ${page.member.memberId}`;
    expect(row?.['left']).toBe(0);
  });

  it('an authenticator app goes on as before, beside a passkey too', async () => {
    const { page } = await memberWithPasskey();
    const code = await withSecondFactor(service, page.member);
    const body = { email: page.member.email, password, code: await code() };
    expect((await browser(service).call('POST', '/sign_in', { body })).status).toBe(200);
    const off = await page.call('POST', '/totp/disable', { body: { password, code: await code() } });
    expect(off.json.data.member).toMatchObject({ totp_enabled: false, passkeys: 1 });
    const alone = { email: page.member.email, password };
    expectRefusal(await browser(service).call('POST', '/sign_in', { body: alone }), 'SECOND_FACTOR_REQUIRED');
  });

  it('an owner who was removed comes back with it', async () => {
    const { page, laptop } = await memberWithPasskey();
    const other = await signedInAs(service, 'owner', page.member.merchantId);
    const path = `/members/${page.member.memberId}/remove`;
    expect((await other.call('POST', path, { body: { password } })).status).toBe(200);
    expectRefusal(await signInWith(laptop), 'PASSKEY_REFUSED');
    const token = await tokenMailedTo(service, page.member.email);
    await browser(service).call('POST', '/members/restore', { body: { token } });
    expect((await signInWith(laptop)).status).toBe(200);
  });

  it('an owner who was removed comes back with it also if somebody took its id meanwhile', async () => {
    const { page, laptop } = await memberWithPasskey();
    const thief = await signedInAs(service, 'owner', page.member.merchantId);
    const path = `/members/${page.member.memberId}/remove`;
    expect((await thief.call('POST', path, { body: { password } })).status).toBe(200);
    const token = await tokenMailedTo(service, page.member.email);
    const copy = Object.assign(device(), { id: laptop.id });
    await addPasskey(thief, copy);
    const restored = await browser(service).call('POST', '/members/restore', { body: { token } });
    expect(restored.status, restored.text).toBe(200);
    const signed = await signInWith(laptop);
    expect(signed.json.data?.member.email, signed.text).toBe(page.member.email);
    expectRefusal(await signInWith(copy), 'PASSKEY_REFUSED');
  });
});
