import type { Permission } from '../identity/permissions.ts';

/** Options of dashboard routes: hidden from the OpenAPI document; the operationId is the action in the audit log. */

/** Without a session. */
export function openRoute(operationId: string) {
  return { schema: { hide: true, operationId }, config: { public: true } };
}

/** A member's own account: any role, also while the merchant is suspended. */
export function ownRoute(operationId: string) {
  const config = { permission: 'read', whileSuspended: true } as const;
  return { schema: { hide: true, operationId }, config };
}

/** For members with this permission. */
export function memberRoute(operationId: string, permission: Permission) {
  return { schema: { hide: true, operationId }, config: { permission } };
}
