import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../lib/errors.ts';
import { namedLocale } from '../lib/locales.ts';
import { permissionsOf } from '../lib/roles.ts';
import { type MemberId, merchantOfMember, selectMember } from '../merchants/members/members.ts';
import { ownerOfSession } from '../merchants/sign-in/sessions.ts';
import type { Visit } from '../merchants/sign-in/sign-in.ts';
import { ok } from '../platform/http/envelope.ts';
import type { DashboardContext } from './context.ts';
import { logoUrl, type SessionView, toMember } from './schema.ts';
import { sessionCookie } from './session/cookie.ts';
import { isOperator } from './session/operator.ts';
import { sessionTokenOf } from './session/session.ts';

export function visitOf(ctx: DashboardContext, request: FastifyRequest): Visit {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    requestId: request.id,
    locale: namedLocale(request.headers['accept-language']),
    oldToken: sessionTokenOf(ctx, request),
  };
}

/** The session as the dashboard page gets it. */
export async function sessionView(ctx: DashboardContext, key: MemberId): Promise<SessionView> {
  const [member, merchant] = await Promise.all([selectMember(ctx.db, key), merchantOfMember(ctx.db, key)]);
  if (!member || !merchant)
    throw new ApiError('UNAUTHORIZED', { message: 'Your session has expired. Sign in again.' });
  const { name, status, logo_digest, is_verified } = merchant;
  return {
    member: toMember(member),
    merchant: {
      merchant_id: key.merchant_id,
      name,
      logo_url: logoUrl(ctx.config, logo_digest),
      status,
      // Without a mail server there is nothing to confirm.
      email_verified: is_verified || ctx.mailer === null,
    },
    permissions: permissionsOf(member.role),
    sign_up_open: ctx.config.signUp,
    sends_mail: ctx.mailer !== null,
    is_operator: await isOperator(ctx, { ...key, role: member.role, email: member.email }),
  };
}

/** Sets the session cookie and returns the new session. */
export async function answerSession(ctx: DashboardContext, reply: FastifyReply, token: string) {
  const owner = await ownerOfSession(ctx.db, token);
  if (!owner) throw new ApiError('UNAUTHORIZED', { message: 'Your session has expired. Sign in again.' });
  setSession(ctx, reply, token);
  return ok(await sessionView(ctx, owner));
}

export function setSession(ctx: DashboardContext, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', sessionCookie(token, ctx.config.publicUrl));
}
