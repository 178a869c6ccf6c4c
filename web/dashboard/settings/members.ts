import type { Role } from '../shared/types.ts';

export const membersPath = '/dashboard/api/members';

/** What each role may do, in words. The table itself is the server's. */
export const roles: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, members and settings included.' },
  developer: { label: 'Developer', may: 'Payments, API keys, webhooks; reads everything.' },
  finance: { label: 'Finance', may: 'Payments, refunds, invoices, payouts; reads everything.' },
  viewer: { label: 'Viewer', may: 'Reads everything but the audit log, changes nothing.' },
};

export const roleOptions = Object.entries(roles).map(([value, { label }]) => ({ value, label }));
