import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt, stepAt } from '../../src/merchants/sign-in/totp.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { type Browser, browser, password, signedIn, signedInAs, startDashboard } from './support.ts';

const stepMs = 30_000;

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

const codeOf = (secret: string, away = 0) => codeAt(secret, stepAt(clock.nowMs()) + away);

/** Turns the second factor on and says what is needed to sign in from then on. */
async function turnedOn(page: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await page.call('POST', '/totp/begin', { body: { password } });
  const { secret } = begun.json.data;
  const confirmed = await page.call('POST', '/totp/confirm', { body: { code: codeOf(secret) } });
  expect(confirmed.status, confirmed.text).toBe(200);
  clock.advance(stepMs);
  return { secret, recoveryCodes: confirmed.json.data.recovery_codes };
}

const enter = (email: string, code?: string) =>
  browser(service).call('POST', '/sign_in', {
    body: { email, password, ...(code === undefined ? {} : { code }) },
  });

describe('the second factor', () => {
  it('is on once a code was seen, gives ten recovery codes, and the session gets a new token', async () => {
    const page = await signedInAs(service);
    const begun = await page.call('POST', '/totp/begin', { body: { password } });
    expect(begun.json.data.otpauth_url).toContain(`secret=${begun.json.data.secret}&issuer=Shop`);
    expect((await page.call('GET', '/session')).json.data.member.totp_enabled).toBe(false);
    expect((await enter(page.member.email)).status).toBe(200);
    const before = page.cookie;
    const body = { code: codeOf(begun.json.data.secret) };
    const confirmed = await page.call('POST', '/totp/confirm', { body });
    expect(new Set(confirmed.json.data.recovery_codes).size).toBe(10);
    expect(page.cookie).not.toBe(before);
    expect((await page.call('GET', '/session')).json.data.member.totp_enabled).toBe(true);
    page.cookie = before;
    expectRefusal(await page.call('GET', '/session'), 'UNAUTHORIZED');
  });

  it('is asked for only when the password is right', async () => {
    const page = await signedInAs(service);
    const { secret } = await turnedOn(page);
    const { email } = page.member;
    const wrong = { email, password: 'wrong', code: codeOf(secret) };
    expectRefusal(await browser(service).call('POST', '/sign_in', { body: wrong }), 'SIGN_IN_FAILED');
    expectRefusal(await enter(email), 'SECOND_FACTOR_REQUIRED');
    expectRefusal(await enter(email, '000000'), 'SIGN_IN_FAILED');
    expect((await enter(email, codeOf(secret))).status).toBe(200);
  });

  it('takes a code once, also of two at once', async () => {
    const page = await signedInAs(service);
    const { secret } = await turnedOn(page);
    const code = codeOf(secret);
    const answers = await Promise.all([enter(page.member.email, code), enter(page.member.email, code)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    expectRefusal(await enter(page.member.email, code), 'SIGN_IN_FAILED');
    expectRefusal(await enter(page.member.email, codeOf(secret, -1)), 'SIGN_IN_FAILED');
    clock.advance(stepMs);
    expect((await enter(page.member.email, codeOf(secret))).status).toBe(200);
  });

  it('takes the code that turned it on no second time', async () => {
    const page = await signedInAs(service);
    const { secret } = (await page.call('POST', '/totp/begin', { body: { password } })).json.data;
    const code = codeOf(secret);
    await page.call('POST', '/totp/confirm', { body: { code } });
    expectRefusal(await enter(page.member.email, code), 'SIGN_IN_FAILED');
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('a code %i steps away answers %i', async (away, status) => {
    const page = await signedInAs(service);
    const { secret } = await turnedOn(page);
    clock.advance(stepMs);
    expect((await enter(page.member.email, codeOf(secret, away))).status).toBe(status);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const page = await signedInAs(service);
    const { recoveryCodes } = await turnedOn(page);
    const [first = '', second = ''] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await enter(page.member.email, typed)).status).toBe(200);
    expectRefusal(await enter(page.member.email, first), 'SIGN_IN_FAILED');
    const both = await Promise.all([enter(page.member.email, second), enter(page.member.email, second)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  it('cannot be guessed: wrong codes count as failures, asking for the code does not', async () => {
    const page = await signedInAs(service);
    const { secret } = await turnedOn(page);
    for (let i = 0; i < 8; i++) expectRefusal(await enter(page.member.email), 'SECOND_FACTOR_REQUIRED');
    for (let i = 0; i < 5; i++) expectRefusal(await enter(page.member.email, '123'), 'SIGN_IN_FAILED');
    expectRefusal(await enter(page.member.email, codeOf(secret)), 'RATE_LIMIT_EXCEEDED');
    clock.advance(30_000);
    expectRefusal(await enter(page.member.email), 'SECOND_FACTOR_REQUIRED');
    expect((await enter(page.member.email, codeOf(secret))).status).toBe(200);
  });

  it('is turned off with password and code, and its recovery codes with it', async () => {
    const page = await signedInAs(service);
    const { recoveryCodes } = await turnedOn(page);
    const [first, second] = recoveryCodes;
    const disable = (body: object) => page.call('POST', '/totp/disable', { body });
    expectRefusal(await disable({ password: 'wrong', code: first }), 'WRONG_PASSWORD');
    expectRefusal(await disable({ password }), 'CONFIRMATION_REQUIRED');
    const answer = await disable({ password, code: second });
    expect(answer.json.data.member.totp_enabled).toBe(false);
    expect((await enter(page.member.email)).status).toBe(200);
    const { secret } = await turnedOn(page);
    expectRefusal(await enter(page.member.email, recoveryCodes[0]), 'SIGN_IN_FAILED');
    expect((await enter(page.member.email, codeOf(secret))).status).toBe(200);
  });

  it('cannot be replaced from an open page while it is on', async () => {
    const page = await signedInAs(service);
    const { recoveryCodes } = await turnedOn(page);
    const begin = (body: object) => page.call('POST', '/totp/begin', { body });
    expectRefusal(await begin({ password }), 'CONFIRMATION_REQUIRED');
    expectRefusal(await begin({ password, code: recoveryCodes[0] }), 'SECOND_FACTOR_ALREADY_ON');
    expectRefusal(await page.call('POST', '/totp/confirm', { body: { code: '123456' } }), 'INVALID_CODE');
  });

  it('is not turned on by a wrong code, nor without a secret to compare with', async () => {
    const page = await signedInAs(service);
    expectRefusal(await page.call('POST', '/totp/confirm', { body: { code: '123456' } }), 'INVALID_CODE');
    await page.call('POST', '/totp/begin', { body: { password } });
    const answer = await page.call('POST', '/totp/confirm', { body: { code: 'abcdef' } });
    expectRefusal(answer, 'INVALID_CODE');
    expect(answer.json.error.details).toEqual({ field: 'code' });
    expect((await page.call('GET', '/session')).json.data.member.totp_enabled).toBe(false);
  });

  it('of two confirmations at once one gives codes', async () => {
    const page = await signedInAs(service);
    const other = await signedIn(service, page.member);
    const { secret } = (await page.call('POST', '/totp/begin', { body: { password } })).json.data;
    const body = { code: codeOf(secret) };
    const answers = await Promise.all(
      [page, other].map((one) => one.call('POST', '/totp/confirm', { body })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    const [row] = await service.ctx.db`
      select count(*)::int as count from recovery_codes where member_id = ${page.member.memberId}`;
    expect(row?.['count']).toBe(10);
  });

  it('keeps neither secret nor codes as they are', async () => {
    const page = await signedInAs(service);
    const { secret, recoveryCodes } = await turnedOn(page);
    const { db } = service.ctx;
    for (const table of ['members', 'recovery_codes']) {
      const stored = JSON.stringify(await db`select t::text as row from ${db(table)} t`);
      for (const text of [
        secret,
        ...recoveryCodes,
        ...recoveryCodes.map((code) => code.replaceAll('-', '')),
      ]) {
        expect(stored).not.toContain(text);
        expect(stored).not.toContain(Buffer.from(text).toString('hex'));
      }
    }
  });
});
