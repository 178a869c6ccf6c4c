import type { Context } from '../../app/context.ts';
import type { Role } from '../../lib/roles.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type PersonalLink, tellOwners } from './tell-owners.ts';

/** Mails the owners who may do what from now on. An owner who loses the role gets the link that undoes it. */
export function tellOfMember(
  ctx: Context,
  tx: Sql,
  actor: Actor,
  about: 'member_invited' | 'member_role' | 'member_removed' | 'owner_restored',
  member: { member_id: string; email: string; role: Role },
  undo?: PersonalLink,
): Promise<void> {
  const notice = {
    kind: 'security_notice' as const,
    about,
    member: member.email,
    role: member.role,
    done_by: actor.memberEmail ?? actor.ip,
    done_at: ctx.clock.now().toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/settings/members`,
  };
  return tellOwners(ctx, tx, actor.merchantId, member.member_id, notice, { personal: undo });
}
