import type { Permission } from '../identity/permissions.ts';

/** Routes of the dashboard are not in the public API's document; their names are those of the audit log. */

/** For anybody. */
export function openRoute(operationId: string) {
  return { schema: { hide: true, operationId }, config: { public: true } };
}

/** What all members may do to their own account, those of a suspended merchant too. */
export function ownRoute(operationId: string) {
  const config = { permission: 'read', whileSuspended: true } as const;
  return { schema: { hide: true, operationId }, config };
}

/** For members who have the permission. */
export function memberRoute(operationId: string, permission: Permission) {
  return { schema: { hide: true, operationId }, config: { permission } };
}
