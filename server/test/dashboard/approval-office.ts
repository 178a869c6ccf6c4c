import { expect } from 'vitest';
import type { Role } from '../../src/lib/roles.ts';
import type { Answer } from '../support/call.ts';
import type { ManualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { type Browser, createMember, password, signedIn, type TestMember } from './support.ts';

export const hourMs = 3_600_000;
export const live = { 'x-causeway-environment': 'live' };
export const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
export const all = { wallet: '0.00', address: '0.00', key: '0.00' };
export const none = { wallet: null, address: null, key: null };

type Page = Browser & { member: TestMember };
export const pageOf = async (service: TestService, member: TestMember): Promise<Page> =>
  Object.assign(await signedIn(service, member), { member });

/** Makes merchants whose members have had their roles for a day. */
export const openOffices =
  (service: TestService, clock: ManualClock) =>
  async (...roles: Role[]) => {
    const { merchantId, liveKey } = await service.createMerchant();
    const members = [];
    for (const role of ['owner' as const, ...roles])
      members.push(await createMember(service, role, merchantId));
    clock.advance(25 * hourMs);
    const [owner, second, third] = await Promise.all(members.map((member) => pageOf(service, member)));
    if (!owner || !second) throw new Error('an office has two members');
    return { owner, second, third: third ?? second, merchantId, liveKey };
  };

export const setRules = (who: Browser, rules: object) =>
  who.call('PUT', '/approval_rules', { body: { ...rules, password } });
export const setWallet = (who: Browser, address = wallet) =>
  who.call('PUT', '/settlement/wallets/evm', { headers: live, body: { address, password } });
export const approve = (who: Browser, id: string) =>
  who.call('POST', `/approvals/${id}/approve`, { headers: live, body: { password } });
export const decline = (who: Browser, id: string) =>
  who.call('POST', `/approvals/${id}/decline`, { headers: live, body: { reason: 'I did not expect this' } });
export const states = async (who: Browser) =>
  (await who.call('GET', '/approvals')).json.data.map(({ state }: { state: string }) => state);
export const rulesOf = async (who: Browser) => (await who.call('GET', '/approval_rules')).json.data;

export async function asked(answer: Promise<Answer>): Promise<string> {
  const { status, text, json } = await answer;
  expect(status, text).toBe(202);
  return json.data.pending_approval.approval_id;
}
