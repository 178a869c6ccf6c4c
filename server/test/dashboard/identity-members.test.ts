import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { mailTo, tokenMailedTo } from './mail.ts';
import {
  type Browser,
  browser,
  createMember,
  password,
  signedIn,
  signedInAs,
  startDashboard,
} from './support.ts';

const dayMs = 24 * 60 * 60_000;

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
});
afterAll(() => service.stop());

/** An owner of a merchant nobody else is a member of. */
async function soleOwner() {
  const { merchantId } = await service.createMerchant();
  return signedInAs(service, 'owner', merchantId);
}

let addresses = 0;
const newAddress = () => `invited-${++addresses}@example.com`;

async function invite(page: Browser, role = 'viewer', email = newAddress()) {
  const answer = await page.call('POST', '/members', { body: { email, role, password } });
  expect(answer.status, answer.text).toBe(201);
  return { ...answer.json.data, token: await tokenMailedTo(service, email) };
}

const accept = (token: string, chosen = password) =>
  browser(service).call('POST', `/invitations/${token}/accept`, { body: { password: chosen } });

describe('an invitation', () => {
  it('is mailed, shows who invites to what, and makes a member who is signed in', async () => {
    const owner = await soleOwner();
    const invited = await invite(owner, 'developer');
    expect(invited).toMatchObject({
      member_id: expect.stringMatching(/^mem_/),
      role: 'developer',
      status: 'invited',
      totp_enabled: false,
      last_seen_at: null,
    });
    const [mail] = await mailTo(service, invited.email);
    expect(mail?.text).toContain(
      `${service.ctx.config.publicUrl}/dashboard/invitation?token=${invited.token}`,
    );
    expect(mail?.text).toContain(owner.member.email);
    const shown = await browser(service).call('GET', `/invitations/${invited.token}`);
    expect(shown.json.data).toEqual({ merchant_name: 'Shop', email: invited.email, role: 'developer' });

    const answer = await accept(invited.token);
    expect(answer.json.data).toMatchObject({
      member: { member_id: invited.member_id, email: invited.email, role: 'developer', status: 'active' },
      merchant: { merchant_id: owner.member.merchantId },
    });
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    const listed = (await owner.call('GET', '/members')).json;
    expect(listed.data.map((one: { status: string }) => one.status)).toEqual(['active', 'active']);
    expect(listed.has_more).toBe(false);
  });

  it('is used once, also by two at once', async () => {
    const invited = await invite(await soleOwner());
    const answers = await Promise.all([accept(invited.token), accept(invited.token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410]);
    expectRefusal(await accept(invited.token), 'LINK_EXPIRED');
    expectRefusal(await browser(service).call('GET', `/invitations/${invited.token}`), 'LINK_EXPIRED');
  });

  it('ends after seven days, and can be sent again', async () => {
    const owner = await soleOwner();
    const first = await invite(owner, 'viewer');
    clock.advance(7 * dayMs - 1);
    expect((await browser(service).call('GET', `/invitations/${first.token}`)).status).toBe(200);
    clock.advance(1);
    expectRefusal(await accept(first.token), 'LINK_EXPIRED');
    const again = await signedIn(service, owner.member);
    const second = await invite(again, 'finance', first.email);
    expect(second.member_id).toBe(first.member_id);
    expect(second.role).toBe('finance');
    expectRefusal(await accept(first.token), 'LINK_EXPIRED');
    expect((await accept(second.token)).json.data.member.role).toBe('finance');
  });

  it('wants a good password', async () => {
    const invited = await invite(await soleOwner());
    expectRefusal(await accept(invited.token, 'short'), 'WEAK_PASSWORD');
    expectRefusal(await accept(invited.token, invited.email), 'WEAK_PASSWORD');
    expect((await accept(invited.token)).status).toBe(200);
  });

  it('is for somebody who is no member yet, here or elsewhere', async () => {
    const owner = await soleOwner();
    const other = await createMember(service);
    for (const email of [owner.member.email, other.email.toUpperCase()]) {
      const answer = await owner.call('POST', '/members', { body: { email, role: 'viewer', password } });
      expectRefusal(answer, 'EMAIL_TAKEN');
      expect(answer.json.error.details).toEqual({ field: 'email' });
    }
    const email = newAddress();
    const [one, two] = [
      await invite(await soleOwner(), 'viewer', email),
      await invite(owner, 'owner', email),
    ];
    expect((await accept(one.token)).status).toBe(200);
    expectRefusal(await accept(two.token), 'EMAIL_TAKEN');
  });

  it('can be changed and withdrawn', async () => {
    const owner = await soleOwner();
    const invited = await invite(owner, 'viewer');
    const path = `/members/${invited.member_id}`;
    expect(
      (await owner.call('PATCH', path, { body: { role: 'finance', password } })).json.data,
    ).toMatchObject({
      role: 'finance',
      status: 'invited',
    });
    expect((await owner.call('POST', `${path}/remove`, { body: { password } })).json.data).toEqual({
      member_id: invited.member_id,
      deleted: true,
    });
    expectRefusal(await accept(invited.token), 'LINK_EXPIRED');
    expectRefusal(await owner.call('POST', `${path}/remove`, { body: { password } }), 'MEMBER_NOT_FOUND');
  });

  it('cannot be read from the log of requests', async () => {
    const invited = await invite(await soleOwner());
    const lines: string[] = [];
    const logged = await startDashboard({
      clock,
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    try {
      await browser(logged).call('GET', `/invitations/${invited.token}`);
      expect(lines.join('')).toContain('"path":"/dashboard/api/invitations/:token"');
      expect(lines.join('')).not.toContain(invited.token);
    } finally {
      await logged.stop();
    }
  });

  it.each([
    [{ role: 'viewer' }, 'MISSING_REQUIRED_FIELD', 'email'],
    [{ email: 'a@example.com' }, 'MISSING_REQUIRED_FIELD', 'role'],
    [{ email: 'nobody', role: 'viewer' }, 'INVALID_EMAIL', 'email'],
    [{ email: 'a@example.com', role: 'admin' }, 'INVALID_PARAMETER', 'role'],
  ] as const)('with %j is %s and names %s', async (body, code, field) => {
    const answer = await (await signedInAs(service)).call('POST', '/members', { body });
    expectRefusal(answer, code);
    expect(answer.json.error.details.field).toBe(field);
  });

  it('there are at most 200 members and invitations', async () => {
    const owner = await soleOwner();
    await service.ctx.db`
      insert into invitations (member_id, merchant_id, email, role, token_hash, created_at, expires_at)
      select 'mem_' || n, ${owner.member.merchantId}, n || '@example.com', 'viewer', decode(md5(n::text), 'hex'),
        ${clock.now()}, ${clock.now()} from generate_series(1, 199) n`;
    const answer = await owner.call('POST', '/members', {
      body: { email: newAddress(), role: 'viewer', password },
    });
    expectRefusal(answer, 'INVALID_PARAMETER');
    expect(answer.json.error.details.max_members).toBe(200);
  });
});

describe('a role', () => {
  it('that is changed counts within a second, in sessions that are open', async () => {
    const owner = await soleOwner();
    const page = await signedInAs(service, 'viewer', owner.member.merchantId);
    const create = () => page.api('POST', '/payments', { body: { amount: '5.00', currency: 'USD' } });
    expectRefusal(await create(), 'FORBIDDEN');
    const path = `/members/${page.member.memberId}`;
    const changed = await owner.call('PATCH', path, { body: { role: 'developer', password } });
    expect(changed.json.data).toMatchObject({ member_id: page.member.memberId, role: 'developer' });
    clock.advance(1000);
    expect((await create()).status).toBe(201);
    await owner.call('PATCH', path, { body: { role: 'viewer', password } });
    clock.advance(1000);
    expectRefusal(await create(), 'FORBIDDEN');
  });

  it('of a member who is removed ends with the sessions', async () => {
    const owner = await soleOwner();
    const page = await signedInAs(service, 'finance', owner.member.merchantId);
    expect((await page.call('GET', '/session')).status).toBe(200);
    await owner.call('POST', `/members/${page.member.memberId}/remove`, { body: { password } });
    clock.advance(1000);
    expectRefusal(await page.call('GET', '/session'), 'UNAUTHORIZED');
    expectRefusal(await page.api('GET', '/payments'), 'UNAUTHORIZED');
    const body = { email: page.member.email, password };
    expectRefusal(await browser(service).call('POST', '/sign_in', { body }), 'SIGN_IN_FAILED');
  });
});

describe('the last owner', () => {
  it('neither loses the role nor is removed', async () => {
    const owner = await soleOwner();
    await signedInAs(service, 'developer', owner.member.merchantId);
    await invite(owner, 'owner');
    const path = `/members/${owner.member.memberId}`;
    expectRefusal(await owner.call('PATCH', path, { body: { role: 'finance', password } }), 'LAST_OWNER');
    expectRefusal(await owner.call('POST', `${path}/remove`, { body: { password } }), 'LAST_OWNER');
    expect((await owner.call('PATCH', path, { body: { role: 'owner', password } })).status).toBe(200);
    expect((await owner.call('GET', '/session')).json.data.member.role).toBe('owner');
  });

  it('remains when two owners remove or demote each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await soleOwner();
      const two = await signedInAs(service, 'owner', one.member.merchantId);
      const answers = await Promise.all([
        one.call('POST', `/members/${two.member.memberId}/remove`, { body: { password } }),
        two.call('PATCH', `/members/${one.member.memberId}`, { body: { role: 'viewer' } }),
        one.call('PATCH', `/members/${two.member.memberId}`, { body: { role: 'finance' } }),
        two.call('POST', `/members/${one.member.memberId}/remove`, { body: { password } }),
      ]);
      for (const answer of answers) expect(answer.status).toBeLessThan(500);
      const [row] = await service.ctx.db`
        select count(*)::int as owners from members
        where merchant_id = ${one.member.merchantId} and role = 'owner'`;
      expect(row?.['owners']).toBe(1);
    }
  });
});

describe('another merchant’s members', () => {
  it('are neither seen nor changed', async () => {
    const [mine, theirs] = [await soleOwner(), await soleOwner()];
    const invited = await invite(theirs);
    for (const memberId of [theirs.member.memberId, invited.member_id, 'mem_x', 'x', '%00']) {
      const path = `/members/${memberId}`;
      expectRefusal(
        await mine.call('PATCH', path, { body: { role: 'viewer', password } }),
        'MEMBER_NOT_FOUND',
      );
      expectRefusal(await mine.call('POST', `${path}/remove`, { body: { password } }), 'MEMBER_NOT_FOUND');
    }
    const ids = (await mine.call('GET', '/members')).json.data.map(
      (one: { member_id: string }) => one.member_id,
    );
    expect(ids).toEqual([mine.member.memberId]);
    expect((await theirs.call('GET', '/members')).json.data).toHaveLength(2);
  });
});
