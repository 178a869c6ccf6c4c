import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { ok } from '../http/envelope.ts';
import { type MemberKey, selectMember, selectMerchantOf } from '../identity/member-store.ts';
import { permissionsOf } from '../identity/permissions.ts';
import { selectSessionOwner } from '../identity/session-store.ts';
import type { Visit } from '../identity/sign-in.ts';
import { hashToken } from '../identity/tokens.ts';
import type { DashboardContext } from './context.ts';
import { sessionCookie } from './cookie.ts';
import { logoUrl, toMember } from './schema.ts';
import { sessionTokenOf } from './session.ts';

export function visitOf(ctx: DashboardContext, request: FastifyRequest): Visit {
  return { ip: request.ip, requestId: request.id, oldToken: sessionTokenOf(ctx, request) };
}

/** The session as the dashboard page gets it. */
export async function sessionView(ctx: DashboardContext, key: MemberKey) {
  const [member, merchant] = await Promise.all([
    selectMember(ctx.db, key),
    selectMerchantOf(ctx.db, key.merchant_id),
  ]);
  if (!member || !merchant)
    throw new ApiError('UNAUTHORIZED', { message: 'Your session has expired. Sign in again.' });
  const { name, status, logo_digest } = merchant;
  return {
    member: toMember(member),
    merchant: { merchant_id: key.merchant_id, name, logo_url: logoUrl(ctx.config, logo_digest), status },
    permissions: permissionsOf(member.role),
    sign_up_open: ctx.config.signUp,
  };
}

/** Sets the session cookie and returns the new session. */
export async function answerSession(ctx: DashboardContext, reply: FastifyReply, token: string) {
  const owner = await selectSessionOwner(ctx.db, hashToken(token));
  if (!owner) throw new ApiError('UNAUTHORIZED', { message: 'Your session has expired. Sign in again.' });
  setSession(ctx, reply, token);
  return ok(await sessionView(ctx, owner));
}

export function setSession(ctx: DashboardContext, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', sessionCookie(token, ctx.config.publicUrl));
}
