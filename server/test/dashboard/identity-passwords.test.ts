import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { startSecondProcess } from '../platform/http/second-process.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { mailTo, tokenMailedTo } from './mail.ts';
import { browser, createMember, password, signedIn, signedInAs, startDashboard } from './support.ts';

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

const newPassword = 'a completely new one';
const signInWith = (email: string, tried: string) =>
  browser(service).call('POST', '/sign_in', { body: { email, password: tried } });

describe('signing up', () => {
  it('makes a merchant and its owner, who is signed in', async () => {
    const page = browser(service);
    const body = { merchant_name: '  Ada’s Books ', email: 'ada@books.example', password };
    const answer = await page.call('POST', '/sign_up', { body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({
      member: { email: 'ada@books.example', role: 'owner', status: 'active' },
      merchant: { name: 'Ada’s Books', status: 'active', logo_url: null },
      sign_up_open: true,
    });
    const { test_key, ...session } = answer.json.data;
    expect((await page.call('GET', '/session')).json.data).toEqual(session);
    expect((await page.api('GET', '/payments')).json).toEqual({ success: true, data: [], has_more: false });
    const payment = { key: test_key, body: { amount: '10.00', currency: 'USD' } };
    expect((await service.call('POST', '/payments', payment)).status, 'its test key works').toBe(201);
  });

  it('an address is taken once, in whatever case, also by two at once', async () => {
    const body = { merchant_name: 'Shop', email: 'twice@example.com', password };
    const answers = await Promise.all(
      [body, { ...body, email: 'TWICE@example.com' }].map((one) =>
        browser(service).call('POST', '/sign_up', { body: one }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectRefusal(answer, 'EMAIL_TAKEN');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const [row] = await service.ctx
      .db`select count(*)::int as count from merchants where email ilike ${body.email}`;
    expect(row?.['count']).toBe(1);
  });

  it.each([
    [{ merchant_name: 'Shop', email: 'a@example.com' }, 'MISSING_REQUIRED_FIELD', 'password'],
    [{ merchant_name: 'Shop', password }, 'MISSING_REQUIRED_FIELD', 'email'],
    [{ merchant_name: ' ', email: 'a@example.com', password }, 'MISSING_REQUIRED_FIELD', 'merchant_name'],
    [
      { merchant_name: 'x'.repeat(201), email: 'a@b.example', password },
      'INVALID_PARAMETER',
      'merchant_name',
    ],
    [{ merchant_name: 'Shop', email: 'no address', password }, 'INVALID_EMAIL', 'email'],
    [{ merchant_name: 'Shop', email: 'a@example.com', password: 'short' }, 'WEAK_PASSWORD', 'password'],
    [{ merchant_name: 'S', email: 'a@b.example', password: 'password123' }, 'WEAK_PASSWORD', 'password'],
    [{ merchant_name: 'S', email: 'aa@bb.example', password: 'AA@bb.example' }, 'WEAK_PASSWORD', 'password'],
    [{ merchant_name: 'S', email: 'a@b.example', password: 'x1y2'.repeat(51) }, 'WEAK_PASSWORD', 'password'],
    [{ merchant_name: 'S', email: 'a@b.example', password: 1234567890 }, 'INVALID_PARAMETER', 'password'],
  ] as const)('with %j is %s, and names %s', async (body, code, field) => {
    const answer = await browser(service).call('POST', '/sign_up', { body });
    expectRefusal(answer, code);
    expect(answer.json.error.details.field).toBe(field);
    if (field === 'password') expect(answer.json.error.details).not.toHaveProperty('provided');
  });

  it('is closed where the operator closed it', async () => {
    const closed = await startDashboard({ env: { SIGN_UP: 'off' } });
    try {
      const body = { merchant_name: 'Shop', email: 'a@example.com', password };
      expectRefusal(await browser(closed).call('POST', '/sign_up', { body }), 'FORBIDDEN');
      const page = await signedInAs(closed);
      expect((await page.call('GET', '/session')).json.data.sign_up_open).toBe(false);
    } finally {
      await closed.stop();
    }
  });
});

describe('changing the password', () => {
  it('ends all other sessions and goes on in a new one', async () => {
    const member = await createMember(service);
    const [page, other] = [await signedIn(service, member), await signedIn(service, member)];
    const before = page.cookie;
    const body = { password: password, new_password: newPassword };
    const answer = await page.call('POST', '/password', { body });
    expect(answer.json.data.member.member_id).toBe(member.memberId);
    expect(page.cookie).not.toBe(before);
    clock.advance(1000);
    expect((await page.call('GET', '/session')).status).toBe(200);
    expectRefusal(await other.call('GET', '/session'), 'UNAUTHORIZED');
    other.cookie = before;
    expectRefusal(await other.call('GET', '/session'), 'UNAUTHORIZED');
    expectRefusal(await signInWith(member.email, password), 'SIGN_IN_FAILED');
    expect((await signInWith(member.email, newPassword)).status).toBe(200);
  });

  it('needs the current one, which cannot be guessed here either', async () => {
    const page = await signedInAs(service);
    const wrong = { password: 'wrong', new_password: newPassword };
    for (let i = 0; i < 5; i++) {
      const answer = await page.call('POST', '/password', { body: wrong });
      expectRefusal(answer, 'WRONG_PASSWORD');
      expect(answer.json.error.details).toEqual({ field: 'password' });
    }
    const right = { password: password, new_password: newPassword };
    expectRefusal(await page.call('POST', '/password', { body: right }), 'RATE_LIMIT_EXCEEDED');
    clock.advance(30_000);
    expect((await page.call('POST', '/password', { body: right })).status).toBe(200);
  });

  it('refuses a weak one and keeps the old', async () => {
    const page = await signedInAs(service);
    const body = { password: password, new_password: page.member.email };
    const answer = await page.call('POST', '/password', { body });
    expectRefusal(answer, 'WEAK_PASSWORD');
    expect(answer.json.error.details.field).toBe('new_password');
    expect((await signInWith(page.member.email, password)).status).toBe(200);
  });
});

describe('resetting the password by mail', () => {
  const forgot = (email: string, headers = {}) =>
    browser(service).call('POST', '/password/forgot', { body: { email }, headers });
  const reset = (token: string, next = newPassword) =>
    browser(service).call('POST', '/password/reset', { body: { token, new_password: next } });

  it('mails a link that sets the password once and ends all sessions', async () => {
    const member = await createMember(service);
    const page = await signedIn(service, member);
    expect((await forgot(member.email.toUpperCase())).json).toEqual({ success: true, data: {} });
    const [mail] = await mailTo(service, member.email);
    expect(mail?.text).toContain(`${service.ctx.config.publicUrl}/dashboard/reset?token=${mail?.token}`);
    const token = mail?.token ?? '';
    const answer = await reset(token);
    expect(answer.json).toEqual({ success: true, data: {} });
    expect(answer.headers.getSetCookie()).toEqual([]);
    clock.advance(1000);
    expectRefusal(await page.call('GET', '/session'), 'UNAUTHORIZED');
    expect((await signInWith(member.email, newPassword)).status).toBe(200);
    expectRefusal(await reset(token), 'LINK_EXPIRED');
  });

  it('answers the same for an address nobody has, and mails nothing', async () => {
    const answer = await forgot('nobody@nowhere.example');
    expect(answer.json).toEqual({ success: true, data: {} });
    expect(await mailTo(service, 'nobody@nowhere.example')).toEqual([]);
  });

  it('answers before anything is written for a member, so that the time says nothing', async () => {
    const member = await createMember(service);
    await service.ctx.db.begin(async (tx) => {
      await tx`lock table password_resets, emails in access exclusive mode`;
      const answers = await Promise.all([forgot(member.email), forgot('no.member@nowhere.example')]);
      for (const answer of answers) expect(answer.json).toEqual({ success: true, data: {} });
    });
    expect(await mailTo(service, member.email)).toHaveLength(1);
  });

  it('is mailed before the service has stopped', async () => {
    const member = await createMember(service);
    const second = await startSecondProcess(service.databaseUrl, {
      clock,
      env: { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
    });
    const body = { email: member.email };
    await second.call('POST', '/dashboard/api/password/forgot', { body });
    await second.stop();
    expect(await mailTo(service, member.email)).toHaveLength(1);
  });

  it('the link ends after an hour', async () => {
    const member = await createMember(service);
    await forgot(member.email);
    const token = await tokenMailedTo(service, member.email);
    clock.advance(60 * 60_000 - 1);
    expectRefusal(await reset(token, 'short'), 'WEAK_PASSWORD');
    clock.advance(1);
    expectRefusal(await reset(token), 'LINK_EXPIRED');
  });

  it('of several links the first that is used ends the others, of two uses at once one counts', async () => {
    const member = await createMember(service);
    await forgot(member.email);
    const first = await tokenMailedTo(service, member.email);
    await forgot(member.email);
    const second = await tokenMailedTo(service, member.email);
    expect(second).not.toBe(first);
    const answers = await Promise.all([reset(first), reset(first)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410]);
    expectRefusal(await reset(second), 'LINK_EXPIRED');
  });

  it('does not fill a mailbox', async () => {
    const member = await createMember(service);
    for (let i = 0; i < 20; i++) expect((await forgot(member.email)).status).toBe(200);
    expect(await mailTo(service, member.email)).toHaveLength(3);
  });

  it('is written in the language of who asks', async () => {
    const member = await createMember(service);
    await forgot(member.email, { 'accept-language': 'de-CH, en;q=0.5' });
    expect((await mailTo(service, member.email))[0]?.subject).toContain('Passwort');
  });

  it.each(['', 'x', 'x'.repeat(43), "' or ''='"])('%j is no link', async (token) => {
    expectRefusal(await reset(token), 'LINK_EXPIRED');
  });
});

describe('links into accounts', () => {
  it('are in no row as they are mailed, and in no environment’s mail', async () => {
    const owner = await signedInAs(service);
    await browser(service).call('POST', '/password/forgot', { body: { email: owner.member.email } });
    await owner.call('POST', '/members', { body: { email: 'new@example.com', role: 'viewer', password } });
    const mails = [
      ...(await mailTo(service, owner.member.email)),
      ...(await mailTo(service, 'new@example.com')),
    ].filter(({ row }) => row.kind !== 'security_notice');
    expect(mails).toHaveLength(2);
    const tables = ['emails', 'password_resets', 'invitations', 'audit_log', 'throttles'];
    for (const { token, row } of mails) {
      expect(token).toHaveLength(43);
      expect(row.environment).toBeNull();
      for (const table of tables) {
        const { db } = service.ctx;
        const rows = await db`select t::text as row from ${db(table)} t`;
        expect(
          rows.some((one) => String(one['row']).includes(token)),
          table,
        ).toBe(false);
      }
    }
  });
});
