import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { call } from '../support/call.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { browser, createMember, password, signedIn, signedInAs, signIn, startDashboard } from './support.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

describe('signing in', () => {
  it('answers the session, and a cookie that scripts cannot read', async () => {
    const member = await createMember(service, 'finance');
    const page = browser(service);
    const answer = await page.call('POST', '/sign_in', { body: { email: member.email, password } });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toEqual({
      member: {
        member_id: member.memberId,
        email: member.email,
        role: 'finance',
        status: 'active',
        totp_enabled: false,
        passkeys: 0,
        last_seen_at: clock.now().toISOString(),
        created_at: clock.now().toISOString(),
      },
      merchant: {
        merchant_id: service.merchantId,
        name: 'Shop',
        logo_url: null,
        status: 'active',
        email_verified: true,
      },
      permissions: [
        'read',
        'payments.write',
        'payments.simulate',
        'refunds.write',
        'invoices.write',
        'payouts.write',
        'approvals.write',
        'audit.read',
      ],
      sign_up_open: true,
      sends_mail: false,
      is_operator: false,
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^causeway_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await page.call('GET', '/session')).json.data).toEqual(answer.json.data);
  });

  it('takes the address in any case', async () => {
    const member = await createMember(service);
    const body = { email: member.email.toUpperCase(), password };
    expect((await browser(service).call('POST', '/sign_in', { body })).status).toBe(200);
  });

  it('a wrong password and an unknown address get the same answer', async () => {
    const member = await createMember(service);
    const answers = [
      await browser(service).call('POST', '/sign_in', { body: { email: member.email, password: 'wrong' } }),
      await browser(service).call('POST', '/sign_in', { body: { email: 'nobody@example.com', password } }),
    ];
    for (const answer of answers) expectRefusal(answer, 'SIGN_IN_FAILED');
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([]);
  });

  it('gives a token nobody knew before, and ends the session the browser had', async () => {
    const attacker = await signedInAs(service);
    const victim = browser(service);
    victim.cookie = attacker.cookie;
    const member = await createMember(service);
    await victim.call('POST', '/sign_in', { body: { email: member.email, password } });
    expect(victim.cookie).not.toBe(attacker.cookie);
    expectRefusal(await attacker.call('GET', '/session'), 'UNAUTHORIZED');
    const planted = browser(service);
    planted.cookie = `causeway_session=${'A'.repeat(43)}`;
    await planted.call('POST', '/sign_in', { body: { email: member.email, password } });
    expect(planted.cookie).not.toContain('AAAA');
  });

  it('keeps no token: what is stored opens nothing', async () => {
    const page = await signedInAs(service);
    const token = page.cookie?.split('=')[1] ?? '';
    const rows = await service.ctx.db`select sessions::text as row from sessions`;
    expect(rows.some((row) => String(row['row']).includes(token))).toBe(false);
  });
});

describe('a session', () => {
  it.each([
    ['no cookie', undefined],
    ['an empty one', 'causeway_session='],
    ['a made-up one', `causeway_session=${'x'.repeat(43)}`],
    ['a malformed one', "causeway_session=' or 1=1 --"],
    ['a very long one', `causeway_session=${'x'.repeat(5000)}`],
    ['one under the name for https', `__Host-causeway_session=${'x'.repeat(43)}`],
  ])('with %s is UNAUTHORIZED', async (_, cookie) => {
    const headers = cookie === undefined ? {} : { cookie };
    expectRefusal(await call(`${service.url}/dashboard/api/session`, 'GET', { headers }), 'UNAUTHORIZED');
    expectRefusal(await call(`${service.url}/api/v1/payments`, 'GET', { headers }), 'UNAUTHORIZED');
  });

  it('goes on for 14 days when it is used every day, and not an hour longer', async () => {
    const page = await signedInAs(service);
    for (let day = 1; day < 14; day++) {
      clock.advance(dayMs - minuteMs);
      expect((await page.call('GET', '/session')).status, `day ${day}`).toBe(200);
    }
    clock.advance(dayMs + 14 * minuteMs);
    expectRefusal(await page.call('GET', '/session'), 'UNAUTHORIZED');
  });

  it('ends after 24 hours in which nobody used it', async () => {
    const page = await signedInAs(service);
    clock.advance(dayMs - 1000);
    expect((await page.call('GET', '/session')).status).toBe(200);
    clock.advance(dayMs + 1000);
    expectRefusal(await page.call('GET', '/session'), 'UNAUTHORIZED');
  });

  it('notes when it was used at most once a minute', async () => {
    const page = await signedInAs(service);
    const seen = async () => (await page.call('GET', '/session')).json.data.member.last_seen_at;
    const first = await seen();
    clock.advance(59_000);
    expect(await seen()).toBe(first);
    clock.advance(1000);
    expect(await seen()).toBe(clock.now().toISOString());
  });

  it('ends at sign-out, and the browser is told to forget it', async () => {
    const page = await signedInAs(service);
    const { cookie } = page;
    const answer = await page.call('POST', '/sign_out');
    expect(answer.json).toEqual({ success: true, data: {} });
    expect(answer.headers.getSetCookie()).toEqual([
      'causeway_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    page.cookie = cookie;
    expectRefusal(await page.call('GET', '/session'), 'UNAUTHORIZED');
  });

  it('ends everywhere within a second when its member asks for that, and nobody else’s does', async () => {
    const member = await createMember(service);
    const pages = [await signedIn(service, member), await signedIn(service, member)];
    const colleague = await signedInAs(service);
    for (const page of pages) expect((await page.call('GET', '/session')).status).toBe(200);
    await pages[0]?.call('POST', '/sign_out_everywhere');
    clock.advance(1000);
    for (const page of pages) expectRefusal(await page.call('GET', '/session'), 'UNAUTHORIZED');
    expect((await colleague.call('GET', '/session')).status).toBe(200);
  });

  it('of a suspended merchant can look, and change nothing but its own account', async () => {
    const other = await service.createMerchant();
    const page = await signedInAs(service, 'owner', other.merchantId);
    await service.ctx.db`update merchants set status = 'suspended' where merchant_id = ${other.merchantId}`;
    clock.advance(1000);
    expect((await page.call('GET', '/session')).json.data.merchant.status).toBe('suspended');
    expectRefusal(await page.api('GET', '/payments'), 'ACCOUNT_SUSPENDED');
    const invitation = { email: 'a@example.com', role: 'viewer' };
    expectRefusal(await page.call('POST', '/members', { body: invitation }), 'ACCOUNT_SUSPENDED');
    expect((await page.call('POST', '/sign_out')).status).toBe(200);
  });
});

describe('on https', () => {
  it('the cookie is Secure and bound to its host', async () => {
    const secure = await startDashboard({ env: { PUBLIC_URL: 'https://pay.example.com' } });
    try {
      const page = await signIn(secure, await createMember(secure));
      expect(page.cookie).toMatch(/^__Host-causeway_session=/);
      expect((await page.call('GET', '/session')).status).toBe(200);
      const answer = await page.call('POST', '/sign_out');
      expect(answer.headers.getSetCookie()).toEqual([
        '__Host-causeway_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      ]);
    } finally {
      await secure.stop();
    }
  });
});

describe('the list of sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  async function signInWith(member: Awaited<ReturnType<typeof createMember>>, userAgent: string) {
    const page = browser(service);
    const body = { email: member.email, password };
    await page.call('POST', '/sign_in', { body, headers: { 'user-agent': userAgent } });
    return page;
  }

  it('names device and network, the last used first, and ends one of them or all others', async () => {
    const member = await createMember(service, 'viewer');
    const [one, two] = [await signInWith(member, firefox), await signInWith(member, 'curl/8')];
    clock.advance(2 * minuteMs);
    const here = await signInWith(member, `${firefox}${'x'.repeat(1000)}`);
    const { data } = (await here.call('GET', '/sessions')).json;
    expect(data).toMatchObject([
      { device: 'Firefox on Linux', network: here.address, current: true },
      { device: 'Unknown device', network: two.address, current: false },
      { device: 'Firefox on Linux', network: one.address, current: false },
    ]);
    expect((await here.call('DELETE', `/sessions/${data[2].session_id}`)).status).toBe(200);
    expectRefusal(await here.call('DELETE', `/sessions/${data[2].session_id}`), 'NOT_FOUND');
    clock.advance(1000);
    expectRefusal(await one.call('GET', '/session'), 'UNAUTHORIZED');
    expect((await two.call('GET', '/session')).status).toBe(200);
    expect((await here.call('POST', '/sign_out_others')).json.data).toEqual({ ended: 1 });
    clock.advance(1000);
    expectRefusal(await two.call('GET', '/session'), 'UNAUTHORIZED');
    expect((await here.call('GET', '/sessions')).json.data).toHaveLength(1);
  });

  it('has no sessions of others, and cannot end them', async () => {
    const mine = await signedInAs(service);
    const theirs = await signedInAs(service);
    const [session] = (await theirs.call('GET', '/sessions')).json.data;
    expect((await mine.call('GET', '/sessions')).json.data).not.toContainEqual(
      expect.objectContaining({ session_id: session.session_id }),
    );
    expectRefusal(await mine.call('DELETE', `/sessions/${session.session_id}`), 'NOT_FOUND');
    expect((await theirs.call('GET', '/session')).status).toBe(200);
  });

  it('leaves out sessions that have been idle for a day', async () => {
    const member = await createMember(service);
    await signedIn(service, member);
    clock.advance(dayMs + minuteMs);
    const here = await signedIn(service, member);
    expect((await here.call('GET', '/sessions')).json.data).toHaveLength(1);
  });
});
