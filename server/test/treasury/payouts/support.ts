import { expect } from 'vitest';
import type { Environment } from '../../../src/lib/environment.ts';
import { type Browser, password, signedInAs, type TestMember } from '../../dashboard/support.ts';
import type { Answer } from '../../support/call.ts';
import type { TestService } from '../../support/service.ts';

export const evmWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const otherWallet = '0x52908400098527886E0F7030069857D2E4169EE7';
export const solanaWallet = '43MJSYxTcRNCH5FqdSgM6PjKz9U4Jrtu9MzXd71xczWp';

/** An owner at the dashboard's settlement settings. */
export interface Settling extends Browser {
  member: TestMember;
  wallet(address: string, options?: { family?: string; password?: string }): ReturnType<Browser['call']>;
  settings(body: object): ReturnType<Browser['call']>;
}

export async function settling(
  service: TestService,
  merchantId: string,
  environment: Environment = 'test',
): Promise<Settling> {
  const owner = await signedInAs(service, 'owner', merchantId);
  const headers = { 'x-causeway-environment': environment };
  return Object.assign(owner, {
    wallet: (address: string, { family = 'evm', password: given = password } = {}) =>
      owner.call('PUT', `/settlement/wallets/${family}`, { headers, body: { address, password: given } }),
    settings: (body: object) => owner.call('PATCH', '/settlement', { headers, body: { ...body, password } }),
  });
}

/** Sets a payout wallet and, if given, the settings. */
export async function settleTo(
  service: TestService,
  merchantId: string,
  { environment = 'test', ...settings }: { environment?: Environment } & Record<string, string> = {},
): Promise<Settling> {
  const owner = await settling(service, merchantId, environment);
  expect((await owner.wallet(evmWallet)).status).toBe(200);
  expect((await owner.settings(settings)).status).toBe(200);
  return owner;
}

export function expectRefusal({ json, text }: Answer, code: string, field?: string): void {
  expect(json.error, text).toMatchObject({ code, ...(field ? { details: { field } } : {}) });
}
