import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { ok } from '../http/envelope.ts';
import { parseBody } from '../http/validation.ts';
import { changePassword, signOut, signOutEverywhere, signUp } from '../identity/accounts.ts';
import { signIn } from '../identity/sign-in.ts';
import { preferredLocale } from '../locales.ts';
import { answerSession, sessionView, visitOf } from './answers.ts';
import { actorOf } from './audit.ts';
import type { DashboardContext } from './context.ts';
import { noSessionCookie } from './cookie.ts';
import { openRoute, ownRoute } from './route-options.ts';
import { changePasswordBody, signInBody, signUpBody } from './schema.ts';
import { sessionOf, sessionTokenOf } from './session.ts';

/** Sign-up, sign-in, sign-out and password change. */
export function identityRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.post('/sign_up', openRoute('signUp'), async (request, reply) => {
      if (!ctx.config.signUp)
        throw new ApiError('FORBIDDEN', {
          message:
            'Sign-up is closed. Ask an owner of the account or the operator of this service for an invitation.',
        });
      const body = parseBody(signUpBody, request.body);
      const locale = preferredLocale(request.headers['accept-language']);
      return answerSession(ctx, reply, await signUp(ctx, body, locale, visitOf(ctx, request)));
    });

    api.post('/sign_in', openRoute('signIn'), async (request, reply) => {
      const body = parseBody(signInBody, request.body);
      return answerSession(ctx, reply, await signIn(ctx, body, visitOf(ctx, request)));
    });

    api.post('/sign_out', ownRoute('signOut'), async (request, reply) => {
      await signOut(ctx, sessionTokenOf(ctx, request) ?? '', actorOf(request));
      reply.header('set-cookie', noSessionCookie(ctx.config.publicUrl));
      return ok({});
    });

    api.post('/sign_out_everywhere', ownRoute('signOutEverywhere'), async (request, reply) => {
      await signOutEverywhere(ctx, sessionOf(request), actorOf(request));
      ctx.sessions.forget(sessionTokenOf(ctx, request) ?? '');
      reply.header('set-cookie', noSessionCookie(ctx.config.publicUrl));
      return ok({});
    });

    api.get('/session', { schema: { hide: true } }, async (request) =>
      ok(await sessionView(ctx, sessionOf(request))),
    );

    api.post('/password', ownRoute('changePassword'), async (request, reply) => {
      const body = parseBody(changePasswordBody, request.body);
      const token = await changePassword(ctx, sessionOf(request), body, visitOf(ctx, request));
      return answerSession(ctx, reply, token);
    });
  };
}
