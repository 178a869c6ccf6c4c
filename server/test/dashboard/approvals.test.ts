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
  live,
  none,
  openOffices,
  pageOf,
  rulesOf,
  setRules,
  setWallet,
  states,
  wallet,
} from './approval-office.ts';
import { mailTo } from './mail.ts';
import { createMember, password, startDashboard, type TestMember } from './support.ts';

let service: TestService;
let clock: ManualClock;
let office: ReturnType<typeof openOffices>;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
  office = openOffices(service, clock);
});
afterAll(() => service.stop());

const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const page = (member: TestMember) => pageOf(service, member);
const walletsOf = async (key: string) =>
  (await service.call('GET', '/settlement', { key })).json.data.wallets;

describe('a wallet that a second member has to approve', () => {
  it('is not set by whoever asks, and is set as asked by whoever approves, with mails and audit entries', async () => {
    const { owner, second, liveKey } = await office('approver');
    expect((await setRules(owner, all)).status).toBe(200);
    const id = await asked(setWallet(owner));
    expect(await asked(setWallet(owner)), 'asking again is the same request').toBe(id);
    expect(await walletsOf(liveKey)).toEqual([]);
    expect((await mailTo(service, second.member.email))[0]?.subject).toBe('Your approval is needed at Shop');
    expectRefusal(await approve(owner, id), 'APPROVAL_OF_ANOTHER');
    const unconfirmed = await second.call('POST', `/approvals/${id}/approve`, { headers: live, body: {} });
    expectRefusal(unconfirmed, 'CONFIRMATION_REQUIRED');
    const done = await approve(second, id);
    expect(done.status, done.text).toBe(200);
    expect(done.json.data).toMatchObject({ state: 'approved', decided_by: second.member.email });
    expect(await walletsOf(liveKey)).toMatchObject([{ address: wallet, status: 'pending' }]);
    expectRefusal(await approve(second, id), 'APPROVAL_NOT_PENDING');
    const log = (await owner.call('GET', '/audit')).json.data.map(({ action }: { action: string }) => action);
    expect(log).toEqual(expect.arrayContaining(['askForApproval', 'approve', 'changeApprovalRules']));
  });

  it('ends once, whoever decides at the same time', async () => {
    const { owner, second, third, liveKey } = await office('approver', 'finance');
    await setRules(owner, all);
    const twice = await asked(setWallet(owner));
    const both = await Promise.all([approve(second, twice), approve(third, twice)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await walletsOf(liveKey)).toHaveLength(1);
    const contested = await asked(setWallet(owner, other));
    const [yes, no] = await Promise.all([approve(second, contested), decline(third, contested)]);
    expect([yes.status, no.status].sort()).toEqual([200, 409]);
    const isSet = (await walletsOf(liveKey)).some(({ address }: { address: string }) => address === other);
    expect(isSet).toBe(yes.status === 200);
  });

  it('expires after seven days, also while somebody approves', async () => {
    const { owner, second, liveKey } = await office('approver');
    await setRules(owner, all);
    await asked(setWallet(owner));
    clock.advance(7 * 24 * hourMs);
    const [later] = await Promise.all([page(second.member), service.runDue()]);
    expect(await states(later)).toEqual(['expired']);
    const again = await asked(setWallet(await page(owner.member)));
    clock.advance(7 * 24 * hourMs - 1);
    const inTime = await page(second.member);
    const [answer] = await Promise.all([approve(inTime, again), service.runDue()]);
    expect(answer.status).toBe(200);
    clock.advance(1);
    await service.runDue();
    expect((await states(inTime))[0]).toBe('approved');
    expect(await walletsOf(liveKey)).toHaveLength(1);
  });

  it('is declined with a reason, and is not done for a member who was removed meanwhile', async () => {
    const { owner, second, third, liveKey } = await office('owner', 'finance');
    await setRules(owner, all);
    expect((await decline(second, await asked(setWallet(owner)))).json.data).toMatchObject({
      state: 'declined',
      reason: 'I did not expect this',
    });
    const id = await asked(setWallet(third));
    await owner.call('POST', `/members/${third.member.memberId}/remove`, { body: { password } });
    expectRefusal(await approve(second, id), 'FORBIDDEN');
    expect(await walletsOf(liveKey)).toEqual([]);
  });

  it('is approved by no member of today, no viewer and no other merchant', async () => {
    const { owner, merchantId } = await office('viewer', 'finance');
    await setRules(owner, all);
    const id = await asked(setWallet(owner));
    const today = await page(await createMember(service, 'approver', merchantId));
    expectRefusal(await approve(today, id), 'FORBIDDEN');
    const viewer = await page(await createMember(service, 'viewer', merchantId));
    expectRefusal(await approve(viewer, id), 'FORBIDDEN');
    const stranger = await office('approver');
    expectRefusal(await approve(stranger.second, id), 'APPROVAL_NOT_FOUND');
    expect(await states(stranger.second)).toEqual([]);
  });

  it('needs nobody in test mode, nor where no rule was made', async () => {
    const { owner } = await office('approver');
    expect((await setWallet(owner)).status).toBe(200);
    await setRules(owner, all);
    const test = { body: { address: wallet } };
    expect((await owner.call('PUT', '/settlement/wallets/evm', test)).status).toBe(200);
  });
});

describe('the right of a key to name addresses', () => {
  it('needs the approval that its rule says', async () => {
    const { owner, second } = await office('approver');
    await setRules(owner, { ...none, key: '0.00' });
    const made = await owner.call('POST', '/keys', {
      headers: live,
      body: { name: 'Till', kind: 'secret', password },
    });
    const path = `/keys/${made.json.data.key_id}/any_address`;
    await service.ctx.db`
      insert into passkeys (passkey_id, merchant_id, member_id, credential_id, public_key, sign_count, name, created_at)
      select 'psk_x', merchant_id, member_id, '\\x01', '\\x02', 0, 'Old', created_at from members
      where member_id = ${owner.member.memberId}`;
    const code = 'aaaa-bbbb-cccc-dddd';
    await service.ctx.db`
      insert into recovery_codes (member_id, merchant_id, code_hash)
      values (${owner.member.memberId}, ${owner.member.merchantId}, sha256(${Buffer.from('aaaabbbbccccdddd')}::bytea))`;
    const id = await asked(owner.call('POST', path, { headers: live, body: { password, code } }));
    expect((await approve(second, id)).status).toBe(200);
    const keys = (await owner.call('GET', '/keys', { headers: live })).json.data;
    expect(keys[0]).toMatchObject({ any_address: true });
  });
});

describe('the rules', () => {
  it('need somebody else who can approve', async () => {
    const { merchantId } = await service.createMerchant();
    const alone = await page(await createMember(service, 'owner', merchantId));
    expectRefusal(await setRules(alone, all), 'INVALID_PARAMETER');
    expect(await rulesOf(alone)).toEqual(none);
  });

  it('are tightened at once, and loosened by two', async () => {
    const { owner, second } = await office('approver');
    await setRules(owner, { ...none, address: '500.00' });
    expect((await setRules(owner, { ...all, address: '100.00' })).status).toBe(200);
    const id = await asked(setRules(owner, none));
    expect(await rulesOf(owner)).toMatchObject({ address: '100.00' });
    expect((await mailTo(service, second.member.email))[0]?.subject).toContain('about to be loosened');
    expect((await approve(second, id)).status).toBe(200);
    expect(await rulesOf(owner)).toEqual(none);
    expect((await setWallet(owner)).status).toBe(200);
  });

  it('tell everybody with a seat when they are about to be loosened, and other requests only approvers', async () => {
    const { owner, second, merchantId } = await office('approver');
    const members = [owner.member, second.member];
    for (const role of ['finance', 'developer', 'viewer'] as const)
      members.push(await createMember(service, role, merchantId));
    const told = async () => {
      const counts = [];
      for (const { email } of members) counts.push((await mailTo(service, email)).length);
      return counts;
    };
    await setRules(owner, all);
    await asked(setWallet(owner));
    const before = await told();
    expect(before.slice(3), 'a developer and a viewer cannot approve').toEqual([0, 0]);
    await asked(setRules(owner, none));
    expect(await told()).toEqual(before.map((count) => count + 1));
    expect((await mailTo(service, members[4]?.email ?? ''))[0]?.subject).toContain('about to be loosened');
  });

  it('are loosened by one after a day in which nobody declined', async () => {
    const { owner, second } = await office('approver');
    await setRules(owner, all);
    const declined = await asked(setRules(owner, none));
    expect((await decline(second, declined)).status).toBe(200);
    clock.advance(24 * hourMs);
    await service.runDue();
    const later = await page(owner.member);
    expect(await rulesOf(later)).toEqual(all);
    await asked(setRules(later, none));
    clock.advance(24 * hourMs - 1000);
    await service.runDue();
    expect(await rulesOf(await page(owner.member))).toEqual(all);
    clock.advance(1000);
    await service.runDue();
    expect(await rulesOf(await page(owner.member))).toEqual(none);
  });
});
