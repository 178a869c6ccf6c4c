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
import { tokenMailedTo } from './mail.ts';
import { browser, password, startDashboard, type TestMember } from './support.ts';

let service: TestService;
let clock: ManualClock;
let office: ReturnType<typeof openOffices>;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
  office = openOffices(service, clock);
});
afterAll(() => service.stop());

const page = (member: TestMember) => pageOf(service, member);
/** Lets a day and a second pass, and whatever is due then happen. */
async function nextDay(): Promise<void> {
  clock.advance(24 * hourMs);
  await service.runDue();
}

describe('no way around a second member', () => {
  it('is an old helper who was made an owner, removed, and undid that', async () => {
    const { owner, second: helper } = await office('viewer', 'approver');
    await setRules(owner, all);
    const id = await asked(setWallet(owner));
    const path = `/members/${helper.member.memberId}`;
    expect((await owner.call('PATCH', path, { body: { role: 'owner', password } })).status).toBe(200);
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
