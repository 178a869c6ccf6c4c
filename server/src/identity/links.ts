import type { Context } from '../context.ts';

/** Where the mail's button leads. The token is the only way in: these addresses are given to their receiver alone. */
export function resetLink(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/dashboard/reset?token=${token}`;
}

export function invitationLink(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/dashboard/invitation?token=${token}`;
}
