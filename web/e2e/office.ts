import type { Page } from 'playwright-core';
import type { Role } from '../../server/src/lib/roles.ts';
import { startSession } from '../../server/src/merchants/sign-in/sessions.ts';
import { createMember, type TestMember } from '../../server/test/dashboard/support.ts';
import type { TestService } from '../../server/test/support/service.ts';
import { noteAlerts } from './dashboard-steps.ts';
import { type OpenOptions, type Shop, startShop } from './shop.ts';

/** A service and a browser for tests of the dashboard. */
export interface Office extends Shop {
  /** Opens a path below /dashboard in a new browser context, with a member signed in. */
  enter(path: string, options?: EnterOptions): Promise<Page & { member: TestMember }>;
}

interface EnterOptions extends OpenOptions {
  role?: Role;
  /** Default: the service's own merchant. */
  merchantId?: string;
  /** An existing member; otherwise one is created. */
  member?: TestMember;
}

export async function startOffice(): Promise<Office> {
  const shop = await startShop();
  const { service } = shop;
  return {
    ...shop,
    async enter(path, { role = 'owner', merchantId, member: known, ...options } = {}) {
      const member = known ?? (await createMember(service, role, merchantId));
      const cookie = await sessionCookie(service, member);
      const page = await shop.visit(`/dashboard${path}`, { cookies: [cookie], ...options });
      await noteAlerts(page);
      return Object.assign(page, { member });
    },
  };
}

/** What a browser has that a member has signed in with. */
export async function sessionCookie(service: TestService, member: TestMember) {
  const key = { member_id: member.memberId, merchant_id: member.merchantId };
  const device = { ip: '127.0.0.1', userAgent: undefined };
  const value = await startSession(service.ctx, service.ctx.db, key, device);
  return {
    name: 'causeway_session',
    value,
    domain: new URL(service.url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  } as const;
}
