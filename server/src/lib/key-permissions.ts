/** To read one resource. Members, and keys with `read`, can read all of them. */
const readPermissions = [
  'payments.read',
  'refunds.read',
  'invoices.read',
  'buttons.read',
  'webhooks.read',
  'events.read',
  'payouts.read',
] as const;
export type ReadPermission = (typeof readPermissions)[number];

/** What a restricted key can be given. */
export const keyPermissions = [
  'read',
  ...readPermissions,
  'payments.write',
  'refunds.write',
  'invoices.write',
  'buttons.write',
  'webhooks.write',
  'payouts.write',
] as const;

export function isReadPermission(permission: string): permission is ReadPermission {
  return permission.endsWith('.read') && readPermissions.some((one) => one === permission);
}

/** Who may write a resource may read it, and who may write payments may simulate them. */
export function grants(permissions: readonly string[], needed: string): boolean {
  if (permissions.includes(needed)) return true;
  if (needed === 'payments.simulate') return permissions.includes('payments.write');
  if (!isReadPermission(needed)) return false;
  return permissions.includes('read') || permissions.includes(needed.replace('.read', '.write'));
}
