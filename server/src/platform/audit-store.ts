import type { Environment } from '../lib/environment.ts';
import type { Sql } from './db/client.ts';
import type { PageRequest } from './db/page.ts';

export interface AuditRow {
  audit_id: string;
  merchant_id: string;
  member_id: string | null;
  member_email: string | null;
  action: string;
  resource_id: string | null;
  environment: Environment | null;
  details: Record<string, unknown>;
  request_id: string | null;
  ip: string;
  outcome: 'attempted' | 'done' | 'refused';
  created_at: Date;
}

export async function insertAudit(sql: Sql, row: AuditRow): Promise<void> {
  await sql`
    insert into audit_log (audit_id, merchant_id, member_id, member_email, action, resource_id, environment, details,
      request_id, ip, outcome, created_at)
    values (${row.audit_id}, ${row.merchant_id}, ${row.member_id}, ${row.member_email}, ${row.action},
      ${row.resource_id}, ${row.environment}, ${JSON.stringify(row.details)}::text::json, ${row.request_id}, ${row.ip},
      ${row.outcome}, ${row.created_at})`;
}

/** Records how a change went whose entry was written before it. */
export async function updateAuditOutcome(
  sql: Sql,
  key: Pick<AuditRow, 'audit_id' | 'merchant_id'>,
  outcome: AuditRow['outcome'],
  resourceId: string | null,
): Promise<void> {
  await sql`
    update audit_log set outcome = ${outcome}, resource_id = coalesce(resource_id, ${resourceId})
    where audit_id = ${key.audit_id} and merchant_id = ${key.merchant_id}`;
}

export async function hasAudit(sql: Sql, auditId: string, merchantId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from audit_log where audit_id = ${auditId} and merchant_id = ${merchantId}`;
  return rows.length > 0;
}

/** Newest first. Returns one extra row if there are more. Refused actions changed nothing and are left out. */
export async function selectAudit(sql: Sql, page: PageRequest): Promise<AuditRow[]> {
  const older = page.direction === 'older';
  const beyond = older ? sql`and audit_id < ${page.cursorId}` : sql`and audit_id > ${page.cursorId}`;
  return sql<AuditRow[]>`
    select audit_id, merchant_id, member_id, member_email, action, resource_id, environment, details, request_id, ip,
      outcome, created_at
    from audit_log
    where merchant_id = ${page.merchantId} and outcome <> 'refused' ${page.cursorId === null ? sql`` : beyond}
    order by audit_id ${older ? sql`desc` : sql`asc`} limit ${page.limit + 1}`;
}
