import { isReadPermission, type ReadPermission } from './key-permissions.ts';

export const roles = ['owner', 'developer', 'finance', 'approver', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Which roles have which permission. A key has those of the member who created it. */
const table = {
  /** Every GET, and changes to one's own account. */
  read: ['owner', 'developer', 'finance', 'approver', 'viewer'],
  'payments.write': ['owner', 'developer', 'finance'],
  'payments.simulate': ['owner', 'developer', 'finance'],
  'refunds.write': ['owner', 'finance'],
  'invoices.write': ['owner', 'finance'],
  'buttons.write': ['owner', 'developer'],
  'webhooks.write': ['owner', 'developer'],
  'keys.write': ['owner', 'developer'],
  'settings.write': ['owner'],
  'payouts.write': ['owner', 'finance'],
  'members.write': ['owner'],
  /** Approving what another member asked for. */
  'approvals.write': ['owner', 'finance', 'approver'],
  'audit.read': ['owner', 'developer', 'finance'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof table;

const rolesOf: Record<Permission, readonly Role[]> = table;
export const permissions = Object.keys(table).filter((name): name is Permission => name in table);

export function isAllowed(role: Role, permission: Permission | ReadPermission): boolean {
  return rolesOf[isReadPermission(permission) ? 'read' : permission].includes(role);
}

export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => isAllowed(role, permission));
}

export function permissionsOf(role: Role): Permission[] {
  return permissions.filter((permission) => isAllowed(role, permission));
}

/** What a key created by this role may do. Null for owners: everything, also what later versions add. */
export function keyPermissionsOf(role: Role): Permission[] | null {
  return role === 'owner' ? null : permissionsOf(role);
}
