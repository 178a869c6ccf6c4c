import type { Context } from '../app/context.ts';
import type { Environment } from '../lib/environment.ts';
import { ApiError } from '../lib/errors.ts';
import { type AuditRow, hasAudit, insertAudit, selectAudit } from './audit-store.ts';
import type { Sql } from './db/client.ts';
import { type PageQuery, readPage } from './db/pagination.ts';

export { updateAuditOutcome } from './audit-store.ts';

/** Who performs an action, and in which request. */
export interface Actor {
  merchantId: string;
  memberId: string | null;
  memberEmail: string | null;
  /** Null for what is not tied to an environment, such as members. */
  environment: Environment | null;
  requestId: string | null;
  ip: string;
}

export interface Deed {
  /** The route's operationId. */
  action: string;
  resourceId?: string | null;
  details?: Record<string, unknown>;
}

/** Call it in the transaction of the change, so that both commit or neither does. */
export async function recordAudit(
  ctx: Context,
  tx: Sql,
  actor: Actor,
  deed: Deed,
  outcome: AuditRow['outcome'] = 'done',
): Promise<string> {
  const now = ctx.clock.now();
  const auditId = ctx.ids.next('aud', now);
  await insertAudit(tx, {
    audit_id: auditId,
    merchant_id: actor.merchantId,
    member_id: actor.memberId,
    member_email: actor.memberEmail,
    action: deed.action,
    resource_id: deed.resourceId ?? null,
    environment: actor.environment,
    details: deed.details ?? {},
    request_id: actor.requestId,
    ip: actor.ip,
    outcome,
    created_at: now,
  });
  return auditId;
}

export async function listAudit(
  ctx: Context,
  merchantId: string,
  query: PageQuery,
): Promise<{ rows: AuditRow[]; hasMore: boolean }> {
  const page = readPage(query, merchantId, 'aud', 'NOT_FOUND');
  const unknown = page.cursorId !== null && !(await hasAudit(ctx.db, page.cursorId, merchantId));
  if (unknown)
    throw new ApiError('NOT_FOUND', { message: 'No entry with this id exists in your audit log.' });
  const found = await selectAudit(ctx.db, page);
  const rows = found.slice(0, page.limit);
  return { rows: page.direction === 'older' ? rows : rows.reverse(), hasMore: found.length > page.limit };
}

export type AuditEntry = AuditRow;
