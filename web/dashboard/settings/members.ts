import type { Role } from '../shared/api/types.ts';

export const membersPath = '/dashboard/api/members';

/** Summaries for people. The server decides what a role can do. */
export const roles: Record<Role, { label: string; access: string }> = {
  owner: { label: 'Owner', access: 'Full access, including members and settings.' },
  developer: {
    label: 'Developer',
    access: 'Manages payments, buttons, API keys and webhooks. Read access to everything else.',
  },
  finance: {
    label: 'Finance',
    access: 'Manages payments, refunds, invoices and payouts. Read access to everything else.',
  },
  approver: {
    label: 'Approver',
    access: 'Approves what other members ask for. Read access to everything except the audit log.',
  },
  viewer: { label: 'Viewer', access: 'Read access to everything except the audit log.' },
};

export const roleOptions = Object.entries(roles).map(([value, { label }]) => ({ value, label }));
