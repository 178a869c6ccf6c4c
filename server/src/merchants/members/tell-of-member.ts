import type { Context } from '../../app/context.ts';
import type { Role } from '../../lib/roles.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { concernsApprovers } from './guard-approvers.ts';
import { type PersonalLink, tellOwners } from './tell-owners.ts';

/**
 * Mails the owners who may do what from now on, and everybody who may approve if that is among it. Whoever can undo a loss gets
 * the link. `from` is the role of before.
 */
export async function tellOfMember(
  ctx: Context,
  tx: Sql,
  actor: Actor,
  about: 'member_invited' | 'member_role' | 'member_removed' | 'owner_restored' | 'approver_restored',
  member: { member_id: string; email: string; role: Role },
  from: Role | null,
  undo?: PersonalLink,
): Promise<void> {
  const to = about === 'member_removed' ? null : member.role;
  const withApprovers = await concernsApprovers(tx, { merchant_id: actor.merchantId, from, to });
  const notice = {
    kind: 'security_notice' as const,
    about,
    member: member.email,
    role: member.role,
    done_by: actor.memberEmail ?? actor.ip,
    done_at: ctx.clock.now().toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/settings/members`,
  };
  return tellOwners(ctx, tx, actor.merchantId, member.member_id, notice, {
    personal: undo,
    withApprovers,
  });
}
