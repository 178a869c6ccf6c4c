import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../platform/http/refusal.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import {
  all,
  approve,
  asked,
  decline,
  hourMs,
  none,
  openOffices,
  pageOf,
  rulesOf,
  setRules,
  setWallet,
} from './approval-office.ts';
import { mailTo, tokenMailedTo } from './mail.ts';
import { type Browser, browser, password, startDashboard, type TestMember } from './support.ts';

let service: TestService;
let clock: ManualClock;
let office: ReturnType<typeof openOffices>;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
  office = openOffices(service, clock);
});
afterAll(() => service.stop());

type Page = Awaited<ReturnType<typeof pageOf>>;
const page = (member: TestMember) => pageOf(service, member);
const changeRole = (who: Browser, { member }: Page, role: string) =>
  who.call('PATCH', `/members/${member.memberId}`, { body: { role, password } });
/** Lets a day and a second pass, and whatever is due then happen. */
async function nextDay(): Promise<void> {
  clock.advance(24 * hourMs);
  await service.runDue();
}

describe('no way around a second member', () => {
  it('is an old helper who was made an owner, removed, and undid that', async () => {
    const { owner, second: helper, third } = await office('viewer', 'approver');
    await setRules(owner, all);
    const id = await asked(setWallet(owner));
    const path = `/members/${helper.member.memberId}`;
    const promotion = await asked(changeRole(owner, helper, 'owner'));
    expect((await approve(third, promotion)).status).toBe(200);
    expect((await owner.call('POST', `${path}/remove`, { body: { password } })).status).toBe(200);
    const token = await tokenMailedTo(service, helper.member.email);
    await browser(service).call('POST', '/members/restore', { body: { token } });
    const back = await page(helper.member);
    expect((await back.call('GET', '/session')).json.data.member.role).toBe('owner');
    expectRefusal(await approve(back, id), 'FORBIDDEN');
    clock.advance(24 * hourMs);
    expect((await approve(await page(helper.member), id)).status).toBe(200);
  });

  it('is a heap of requests on top of the one that loosens the rules', async () => {
    const { owner, second } = await office('approver');
    await setRules(owner, all);
    const loosening = await asked(setRules(owner, none));
    const now = clock.now();
    await service.ctx.db`
      insert into approvals (approval_id, merchant_id, action, params, state, asked_by_id, asked_by, asked_at, expires_at,
        decided_at)
      select 'apr_' || '7' || lpad(n::text, 25, '0'), ${owner.member.merchantId}, 'wallet', '{}', 'declined', '', '', ${now}, ${now},
        ${now}
      from generate_series(1, 300) n`;
    const [first] = (await second.call('GET', '/approvals')).json.data;
    expect(first).toMatchObject({ approval_id: loosening, state: 'pending' });
    expect((await decline(second, loosening)).status).toBe(200);
  });

  it('is asking for more than anybody can look at', async () => {
    const { owner } = await office('approver');
    await setRules(owner, all);
    const address = (n: number) => `0x${'1'.repeat(36)}${String(n).padStart(4, '0')}`;
    const answers = [];
    for (let n = 0; n < 50; n++) answers.push((await setWallet(owner, address(n))).status);
    expect(new Set(answers)).toEqual(new Set([202]));
    expectRefusal(await setWallet(owner, address(50)), 'INVALID_PARAMETER');
    expect((await setWallet(owner, address(7))).status, 'asked for already').toBe(202);
  });

  it('is a looser rule that was asked for before another one was made', async () => {
    const { owner, second } = await office('owner');
    await setRules(owner, { ...none, wallet: '0.00' });
    const loosening = await asked(setRules(owner, none));
    await setRules(second, { ...none, wallet: '0.00', key: '0.00' });
    expectRefusal(await approve(second, loosening), 'APPROVAL_NOT_PENDING');
    await nextDay();
    const later = await page(second.member);
    expect(await rulesOf(later)).toEqual({ ...none, wallet: '0.00', key: '0.00' });
    expect((await later.call('GET', '/approvals')).json.data[0]).toMatchObject({
      state: 'expired',
      reason: 'The rules were changed meanwhile.',
    });
  });
});

describe('who may approve, while approvals are on', () => {
  const invite = (who: Browser, email: string, role: string) =>
    who.call('POST', '/members', { body: { email, role, password } });
  const remove = (who: Browser, { member }: Page) =>
    who.call('POST', `/members/${member.memberId}/remove`, { body: { password } });
  const undo = (token: string) => browser(service).call('POST', '/members/restore', { body: { token } });
  const subjectsTo = async ({ member }: Page) =>
    (await mailTo(service, member.email)).map(({ subject }) => subject);
  let mailboxes = 0;
  const newMailbox = () => `mailbox-${++mailboxes}@example.com`;
  /** What came of an invitation. */
  async function accepted(email: string): Promise<Page> {
    const [mail] = (await mailTo(service, email)).filter(({ token }) => token !== '');
    const guest = browser(service);
    const path = `/invitations/${mail?.token}/accept`;
    const answer = await guest.call('POST', path, { body: { password } });
    expect(answer.status, answer.text).toBe(200);
    const { member_id: memberId, merchant_id: merchantId } = answer.json.data.member;
    return Object.assign(guest, { member: { memberId, merchantId, email } });
  }

  it('is no second mailbox of the owner that others declined', async () => {
    const { owner, second } = await office('approver');
    await setRules(owner, all);
    const email = newMailbox();
    const id = await asked(invite(owner, email, 'approver'));
    expect((await subjectsTo(second))[0]).toBe('Somebody else is about to approve at Shop');
    expect(await mailTo(service, email)).toEqual([]);
    expectRefusal(await approve(owner, id), 'APPROVAL_OF_ANOTHER');
    expect((await decline(second, id)).status).toBe(200);
    await nextDay();
    await service.runDue();
    expect(await mailTo(service, email)).toEqual([]);
  });

  it('is invited once another approver agrees, or after a day of silence, and everybody hears of it', async () => {
    const { owner, second } = await office('approver');
    await setRules(owner, all);
    const agreed = newMailbox();
    expect((await approve(second, await asked(invite(owner, agreed, 'finance')))).status).toBe(200);
    const third = await accepted(agreed);
    expect((await subjectsTo(second)).slice(0, 2)).toEqual([
      'A role at Shop was changed',
      'Somebody was invited to Shop',
    ]);
    const silent = newMailbox();
    await asked(invite(owner, silent, 'approver'));
    clock.advance(24 * hourMs - 1000);
    await service.runDue();
    expect(await mailTo(service, silent)).toEqual([]);
    clock.advance(1000);
    await service.runDue();
    expect(await subjectsTo(third)).toContain('Somebody was invited to Shop');
    const fourth = await accepted(silent);
    const id = await asked(setWallet(await page(owner.member)));
    expectRefusal(await approve(fourth, id), 'FORBIDDEN');
  });

  it('is promoted in the same way, and others are invited at once', async () => {
    const { owner, second, third } = await office('viewer', 'approver');
    await setRules(owner, all);
    const email = newMailbox();
    expect((await invite(owner, email, 'viewer')).status).toBe(201);
    const { member_id } = (await owner.call('GET', '/members')).json.data.find(
      (one: { email: string }) => one.email === email,
    );
    const asRole = { body: { role: 'approver', password } };
    await asked(owner.call('PATCH', `/members/${member_id}`, asRole));
    const id = await asked(changeRole(owner, second, 'finance'));
    expect((await owner.call('GET', '/members')).text).not.toContain('"finance"');
    expect((await changeRole(owner, third, 'finance')).status, 'may approve already').toBe(200);
    expect((await decline(third, id)).status).toBe(200);
    await nextDay();
    await service.runDue();
    const roles = (await (await page(owner.member)).call('GET', '/members')).json.data;
    expect(roles.map(({ role }: { role: string }) => role).sort()).toEqual([
      ...['approver', 'finance', 'owner', 'viewer'],
    ]);
  });

  it('is told of a removal, undoes it for a day, and can decline what was asked meanwhile', async () => {
    const { owner, second } = await office('finance');
    await setRules(owner, all);
    expect((await remove(owner, second)).status).toBe(200);
    const loosening = await asked(setRules(owner, none));
    const helper = await asked(invite(owner, newMailbox(), 'approver'));
    const mails = await mailTo(service, second.member.email);
    expect(mails.slice(0, 3).map(({ subject }) => subject)).toEqual([
      'Somebody else is about to approve at Shop',
      'The approval rules of Shop are about to be loosened',
      'A member of Shop was removed',
    ]);
    clock.advance(23 * hourMs);
    const back = await undo(mails[2]?.token ?? '');
    expect(back.json.data, back.text).toEqual({ role: 'approver' });
    expectRefusal(await undo(mails[2]?.token ?? ''), 'LINK_EXPIRED');
    const again = await page(second.member);
    expect((await again.call('GET', '/session')).json.data.member.role).toBe('approver');
    for (const id of [loosening, helper]) expect((await decline(again, id)).status).toBe(200);
    expectRefusal(await remove(await page(owner.member), second), 'OWNER_RESTORED');
    await nextDay();
    expect(await rulesOf(await page(owner.member))).toEqual(all);
  });

  it('is told for seven days, and undoes a demotion too', async () => {
    const { owner, second, third } = await office('approver', 'approver');
    await setRules(owner, all);
    expect((await changeRole(owner, second, 'viewer')).status).toBe(200);
    expect((await subjectsTo(third))[0]).toBe('A role at Shop was changed');
    const token = await tokenMailedTo(service, second.member.email);
    expect((await undo(token)).json.data).toEqual({ role: 'approver' });
    expect((await remove(owner, third)).status).toBe(200);
    const before = (await subjectsTo(third)).length;
    clock.advance(7 * 24 * hourMs - 1000);
    await asked(setRules(await page(owner.member), none));
    expect(await subjectsTo(third)).toHaveLength(before + 1);
    clock.advance(1000);
    await asked(invite(await page(owner.member), newMailbox(), 'approver'));
    expect(await subjectsTo(third)).toHaveLength(before + 1);
  });

  it('stays an owner by the first link when the role is taken in two steps', async () => {
    const { owner, second, third } = await office('owner', 'approver');
    await setRules(owner, all);
    expect((await changeRole(owner, second, 'approver')).status).toBe(200);
    const token = await tokenMailedTo(service, second.member.email);
    expect((await remove(owner, second)).status).toBe(200);
    expect((await mailTo(service, second.member.email))[0]?.token).toBe('');
    expect((await undo(token)).json.data).toEqual({ role: 'owner' });
    expect(await subjectsTo(third)).toContain('A member of Shop was removed');
  });

  it('is changed at once while there are no rules', async () => {
    const { owner, second } = await office('approver');
    expect((await invite(owner, newMailbox(), 'approver')).status).toBe(201);
    expect((await remove(owner, second)).status).toBe(200);
    expect(await mailTo(service, second.member.email)).toEqual([]);
  });
});

describe('rules with amounts', () => {
  it('that nothing can be worth are refused', async () => {
    const { owner } = await office('approver');
    const most = '10000000000.00';
    for (const address of ['10000000000.01', '99999999999999999999'])
      expectRefusal(await setRules(owner, { ...none, address }), 'INVALID_AMOUNT');
    expect((await setRules(owner, { ...none, address: most })).status).toBe(200);
  });

  it('that cannot be carried out any more expire, and do not hold up what comes after them', async () => {
    const { owner, merchantId } = await office('approver');
    await setRules(owner, { ...none, address: '100.00' });
    const impossible = await asked(setRules(owner, { ...none, address: '200.00' }));
    await service.ctx.db`
      update approvals set params = ${JSON.stringify({ ...none, address: 'much' })}::text::jsonb
      where approval_id = ${impossible}`;
    const stranger = await office('approver');
    await setRules(stranger.owner, all);
    await asked(setRules(stranger.owner, none));
    await nextDay();
    await service.runDue();
    expect(await rulesOf(await page(stranger.owner.member))).toEqual(none);
    expect(await rulesOf(await page(owner.member))).toEqual({ ...none, address: '100.00' });
    const [row] = await service.ctx.db`
      select state from approvals where approval_id = ${impossible} and merchant_id = ${merchantId}`;
    expect(row).toEqual({ state: 'expired' });
  });
});
