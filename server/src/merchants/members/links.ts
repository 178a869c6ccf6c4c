import type { Context } from '../../app/context.ts';

/** The token alone grants access, so send these links only to their recipient and never log them. */
export function resetLink(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/dashboard/reset?token=${token}`;
}

export function verificationLink(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/dashboard/verify?token=${token}`;
}

export function restoreLink(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/dashboard/restore?token=${token}`;
}

export function invitationLink(ctx: Context, token: string): string {
  return `${ctx.config.publicUrl}/dashboard/invitation?token=${token}`;
}
