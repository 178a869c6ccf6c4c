import { Type } from 'typebox';
import { ApiError } from '../../lib/errors.ts';
import { preferredLocale } from '../../lib/locales.ts';
import { changePassword, signOut, signOutEverywhere, signUp } from '../../merchants/members/accounts.ts';
import { signIn } from '../../merchants/sign-in/sign-in.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { answerSession, sessionView, visitOf } from '../answers.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, openRoute, ownRoute, ref } from '../route-options.ts';
import { changePasswordBody, namedSession, namedSignedUp, signInBody, signUpBody } from '../schema.ts';
import { actorOf } from '../settings/audit.ts';
import { confirmed } from './confirmation.ts';
import { noSessionCookie } from './cookie.ts';
import { sessionOf, sessionTokenOf } from './session.ts';

const session = answer(ref(namedSession));
const signedUp = answer(ref(namedSignedUp));
const nothing = answer(Type.Object({}));

/** Sign-up, sign-in, sign-out and password change. */
export function identityRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.post('/sign_up', openRoute('signUp', { body: signUpBody, ...signedUp }), async (request, reply) => {
      if (!ctx.config.signUp)
        throw new ApiError('FORBIDDEN', {
          message:
            'Sign-up is closed. Ask an owner of the account or the operator of this service for an invitation.',
        });
      const body = parseBody(signUpBody, request.body);
      const locale = preferredLocale(request.headers['accept-language']);
      const { token, testKey } = await signUp(ctx, body, locale, visitOf(ctx, request));
      const { data } = await answerSession(ctx, reply, token);
      return ok({ ...data, test_key: testKey });
    });

    api.post('/sign_in', openRoute('signIn', { body: signInBody, ...session }), async (request, reply) => {
      const body = parseBody(signInBody, request.body);
      return answerSession(ctx, reply, await signIn(ctx, body, visitOf(ctx, request)));
    });

    api.post('/sign_out', ownRoute('signOut', nothing), async (request, reply) => {
      await signOut(ctx, sessionTokenOf(ctx, request) ?? '', actorOf(request));
      reply.header('set-cookie', noSessionCookie(ctx.config.publicUrl));
      return ok({});
    });

    api.post('/sign_out_everywhere', ownRoute('signOutEverywhere', nothing), async (request, reply) => {
      await signOutEverywhere(ctx, sessionOf(request), actorOf(request));
      ctx.sessions.forget(sessionTokenOf(ctx, request) ?? '');
      reply.header('set-cookie', noSessionCookie(ctx.config.publicUrl));
      return ok({});
    });

    api.get('/session', ownRoute('getSession', session), async (request) =>
      ok(await sessionView(ctx, sessionOf(request))),
    );

    api.post(
      '/password',
      ownRoute('changePassword', { body: changePasswordBody, ...session }),
      async (request, reply) => {
        const { new_password, ...given } = parseBody(changePasswordBody, request.body);
        const session = sessionOf(request);
        const token = await confirmed(ctx, request, given, 'if_on', (tx) =>
          changePassword(ctx, tx, session, new_password, visitOf(ctx, request)),
        );
        return answerSession(ctx, reply, token);
      },
    );
  };
}
