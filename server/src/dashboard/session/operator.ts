import type { Role } from '../../lib/roles.ts';
import { type MemberId, merchantOfMember } from '../../merchants/members/members.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { DashboardContext } from '../context.ts';

/**
 * The operator has no account of its own. Owners and developers are told the operator's things where they share the
 * installation with nobody, and anywhere if their address is OPERATOR_EMAIL and was confirmed.
 */
export async function isOperator(
  ctx: DashboardContext,
  member: MemberId & { role: Role; email: string },
): Promise<boolean> {
  if (member.role !== 'owner' && member.role !== 'developer') return false;
  if (await isOnlyMerchant(ctx.db)) return true;
  const { operatorEmail } = ctx.config;
  if (operatorEmail === null || member.email.toLowerCase() !== operatorEmail.toLowerCase()) return false;
  return ctx.mailer !== null && (await merchantOfMember(ctx.db, member))?.is_verified === true;
}

async function isOnlyMerchant(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from merchants limit 2`;
  return rows.length < 2;
}
