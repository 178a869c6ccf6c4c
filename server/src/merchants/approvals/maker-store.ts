import { firstIdAt, timeOfId } from '../../lib/ids.ts';
import type { Sql } from '../../platform/db/client.ts';

/** Key and audit entry are made in one transaction. */
const nearMs = 60_000;

/** The member who made a key, if they still are one. */
export async function selectMaker(
  sql: Sql,
  merchantId: string,
  keyId: string,
): Promise<{ member_id: string; email: string } | undefined> {
  const madeAt = timeOfId(keyId) ?? 0;
  const [row] = await sql<{ member_id: string; email: string }[]>`
    select m.member_id, m.email from audit_log a join members m using (member_id, merchant_id)
    where a.merchant_id = ${merchantId} and a.action = 'createKey' and a.resource_id = ${keyId} and a.outcome = 'done'
      and a.audit_id >= ${firstIdAt('aud', madeAt - nearMs)} and a.audit_id < ${firstIdAt('aud', madeAt + nearMs)}`;
  return row;
}
