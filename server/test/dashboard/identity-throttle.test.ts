import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { startSecondProcess } from '../platform/http/second-process.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { tokenMailedTo } from './mail.ts';
import { type Browser, browser, createMember, password, signIn, startDashboard } from './support.ts';

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

const attempt = (page: Browser, email: string, tried = 'a wrong password') =>
  page.call('POST', '/sign_in', { body: { email, password: tried } });

/** Guesses from a new address each time. */
async function guess(email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expectRefusal(await attempt(browser(service), email), 'SIGN_IN_FAILED');
}

describe('guessing at one account', () => {
  it('has to wait after five failures, wherever they came from, and longer each time', async () => {
    const { email } = await createMember(service);
    await guess(email, 5);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      const blocked = await attempt(browser(service), email);
      expectRefusal(blocked, 'RATE_LIMIT_EXCEEDED');
      expect(blocked.headers.get('retry-after')).toBe(String(seconds));
      expect(blocked.json.error.details).toEqual({ retry_after_seconds: seconds });
      clock.advance(seconds * 1000);
      await guess(email, 1);
    }
  });

  it('has one count, however the address is written', async () => {
    const { email } = await createMember(service);
    const spellings = [
      email,
      email.toUpperCase(),
      `M${email.slice(1)}`,
      email.replace('example', 'EXAMPLE'),
      email,
    ];
    for (const spelling of spellings) await guess(spelling, 1);
    expectRefusal(await attempt(browser(service), email, password), 'RATE_LIMIT_EXCEEDED');
  });

  it('the right password is refused too while it has to wait, and works after', async () => {
    const { email } = await createMember(service);
    await guess(email, 5);
    expectRefusal(await attempt(browser(service), email, password), 'RATE_LIMIT_EXCEEDED');
    clock.advance(30_000);
    expect((await attempt(browser(service), email, password)).status).toBe(200);
  });

  it('an address without an account is treated the same', async () => {
    await guess('nobody.at.all@example.com', 5);
    const blocked = await attempt(browser(service), 'Nobody.At.All@example.com');
    expectRefusal(blocked, 'RATE_LIMIT_EXCEEDED');
    expect(blocked.headers.get('retry-after')).toBe('30');
  });

  it('a hundred guesses at once are counted one by one, in every process', async () => {
    const { email } = await createMember(service);
    const second = await startSecondProcess(service.databaseUrl, {
      clock,
      env: { TRUST_PROXY: '1', MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
    });
    try {
      const pages = Array.from({ length: 20 }, () => browser(service));
      const others = pages.map((page) =>
        second.call('POST', '/dashboard/api/sign_in', {
          body: { email, password: 'wrong' },
          headers: { 'x-forwarded-for': page.address },
        }),
      );
      const answers = await Promise.all([...pages.map((page) => attempt(page, email)), ...others]);
      const failed = answers.filter((answer) => answer.status === 401);
      expect(failed).toHaveLength(5);
      for (const answer of answers) expect([401, 429]).toContain(answer.status);
    } finally {
      await second.stop();
    }
  });

  it('a success forgets the failures before it', async () => {
    const { email } = await createMember(service);
    await guess(email, 4);
    expect((await attempt(browser(service), email, password)).status).toBe(200);
    await guess(email, 4);
    expect((await attempt(browser(service), email, password)).status).toBe(200);
  });

  it('failures are forgotten after a day', async () => {
    const { email } = await createMember(service);
    await guess(email, 9).catch(() => undefined);
    clock.advance(24 * 60 * 60_000);
    await guess(email, 4);
    expect((await attempt(browser(service), email, password)).status).toBe(200);
  });
});

describe('whoever guesses on', () => {
  it('cannot keep the member out at an address the member has signed in from', async () => {
    const member = await createMember(service);
    const home = await signIn(service, member);
    await guess(member.email, 5);
    expectRefusal(await attempt(browser(service), member.email, password), 'RATE_LIMIT_EXCEEDED');
    expect((await home.call('GET', '/session')).status).toBe(200);
    expect((await attempt(home, member.email, password)).status).toBe(200);
  });

  it('cannot keep the member out who resets the password by mail, at a new address', async () => {
    const member = await createMember(service);
    await guess(member.email, 5);
    const abroad = browser(service);
    await abroad.call('POST', '/password/forgot', { body: { email: member.email } });
    const token = await tokenMailedTo(service, member.email);
    const next = 'another good password';
    await abroad.call('POST', '/password/reset', { body: { token, new_password: next } });
    await guess(member.email, 5);
    expect((await attempt(abroad, member.email, next)).status).toBe(200);
  });

  it('is counted at the known address too, apart from strangers', async () => {
    const member = await createMember(service);
    const home = await signIn(service, member);
    for (let i = 0; i < 5; i++) expectRefusal(await attempt(home, member.email), 'SIGN_IN_FAILED');
    expectRefusal(await attempt(home, member.email, password), 'RATE_LIMIT_EXCEEDED');
    expect((await attempt(browser(service), member.email, password)).status).toBe(200);
  });
});

describe('guessing from one address', () => {
  it('has to wait after twenty failures, whosever accounts they were at', async () => {
    const page = browser(service);
    for (let i = 0; i < 20; i++)
      expectRefusal(await attempt(page, `somebody${i}@example.com`), 'SIGN_IN_FAILED');
    const member = await createMember(service);
    expectRefusal(await attempt(page, member.email, password), 'RATE_LIMIT_EXCEEDED');
    expect((await attempt(browser(service), member.email, password)).status).toBe(200);
  });

  it('a success in between does not begin the count anew', async () => {
    const page = browser(service);
    const own = await createMember(service);
    for (let i = 0; i < 19; i++) await attempt(page, `other${i}@example.com`);
    expect((await attempt(page, own.email, password)).status).toBe(200);
    expectRefusal(await attempt(page, 'other19@example.com'), 'SIGN_IN_FAILED');
    expectRefusal(await attempt(page, 'other20@example.com'), 'RATE_LIMIT_EXCEEDED');
  });

  it('takes all addresses of an IPv6 network as one', async () => {
    const page = browser(service);
    for (let i = 0; i < 20; i++) {
      page.address = `2001:db8:7:7::${i + 1}`;
      expectRefusal(await attempt(page, `six${i}@example.com`), 'SIGN_IN_FAILED');
    }
    page.address = '2001:db8:7:7:ffff::1';
    expectRefusal(await attempt(page, 'six@example.com'), 'RATE_LIMIT_EXCEEDED');
    page.address = '2001:db8:7:8::1';
    expectRefusal(await attempt(page, 'six@example.com'), 'SIGN_IN_FAILED');
  });
});

describe('requests without a session', () => {
  it('are limited by address', async () => {
    const page = browser(service);
    const ask = () => page.call('GET', `/invitations/${'x'.repeat(43)}`);
    for (let i = 0; i < 60; i++) expect((await ask()).status).toBe(410);
    const limited = await ask();
    expectRefusal(limited, 'RATE_LIMIT_EXCEEDED');
    expect(limited.headers.get('retry-after')).toBe('1');
  });

  it('count all addresses of an IPv6 network as one', async () => {
    const page = browser(service);
    const signUpFrom = (address: string) => {
      page.address = address;
      return page.call('POST', '/sign_up', { body: {} });
    };
    for (let i = 0; i < 60; i++)
      expectRefusal(await signUpFrom(`2001:db8:9:9::${i + 1}`), 'MISSING_REQUIRED_FIELD');
    expectRefusal(await signUpFrom('2001:db8:9:9:ffff::1'), 'RATE_LIMIT_EXCEEDED');
    expectRefusal(await signUpFrom('2001:db8:9:a::1'), 'MISSING_REQUIRED_FIELD');
  });
});

it('sign-ups from one network wait after ten, and other networks do not', async () => {
  const signUp = (page: ReturnType<typeof browser>, n: number) =>
    page.call('POST', '/sign_up', {
      body: { merchant_name: 'Shop', email: `many-${n}-${page.address}@example.com`, password },
    });
  const page = browser(service);
  for (let n = 0; n < 10; n++) {
    page.cookie = null;
    expect((await signUp(page, n)).status).toBe(200);
  }
  page.cookie = null;
  const refused = await signUp(page, 10);
  expectRefusal(refused, 'RATE_LIMIT_EXCEEDED');
  expect(refused.json.error.message).toContain('Too many accounts');
  expect((await signUp(browser(service), 11)).status).toBe(200);
});
