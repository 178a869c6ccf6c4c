import { Type } from 'typebox';
import { preferredLocale } from '../../lib/locales.ts';
import { requestReset, resetPassword } from '../../merchants/sign-in/password-reset.ts';
import { beginTotp, confirmTotpCode, disableTotp } from '../../merchants/sign-in/second-factor.ts';
import { requestVerification, verifyEmail } from '../../merchants/sign-in/verification.ts';
import type { Sql } from '../../platform/db/client.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { sessionView, setSession, visitOf } from '../answers.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, openRoute, ownRoute, ref } from '../route-options.ts';
import {
  codeBody,
  confirmationBody,
  forgotPasswordBody,
  namedSession,
  resetPasswordBody,
  verifyEmailBody,
} from '../schema.ts';
import { actorOf } from '../settings/audit.ts';
import { confirmed } from './confirmation.ts';
import { sessionOf, sessionTokenOf } from './session.ts';

const nothing = answer(Type.Object({}));
const totpSecret = Type.Object({ secret: Type.String(), otpauth_url: Type.String() });
const recoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

/** Password reset, confirmation of the e-mail address, and two-factor authentication. */
export function accountRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.post(
      '/password/forgot',
      openRoute('requestPasswordReset', { body: forgotPasswordBody, ...nothing }),
      async (request) => {
        const { email } = parseBody(forgotPasswordBody, request.body);
        const locale = preferredLocale(request.headers['accept-language']);
        await requestReset(ctx, email, locale, visitOf(ctx, request));
        return ok({});
      },
    );

    api.post(
      '/password/reset',
      openRoute('resetPassword', { body: resetPasswordBody, ...nothing }),
      async (request) => {
        await resetPassword(ctx, parseBody(resetPasswordBody, request.body), visitOf(ctx, request));
        return ok({});
      },
    );

    api.post(
      '/email/verify',
      openRoute('verifyEmail', { body: verifyEmailBody, ...nothing }),
      async (request) => {
        const { token } = parseBody(verifyEmailBody, request.body);
        await verifyEmail(ctx, token, visitOf(ctx, request));
        return ok({});
      },
    );

    api.post('/email/send_link', ownRoute('requestEmailVerification', nothing), async (request) => {
      const locale = preferredLocale(request.headers['accept-language']);
      await requestVerification(ctx, sessionOf(request), locale);
      return ok({});
    });

    api.post(
      '/totp/begin',
      ownRoute('beginSecondFactor', { body: confirmationBody, ...answer(totpSecret) }),
      async (request) => {
        const given = parseBody(confirmationBody, request.body);
        const begin = (tx: Sql) => beginTotp(ctx, tx, sessionOf(request), actorOf(request));
        return ok(await confirmed(ctx, request, given, 'if_on', begin));
      },
    );

    api.post(
      '/totp/confirm',
      ownRoute('turnOnSecondFactor', { body: codeBody, ...answer(recoveryCodes) }),
      async (request, reply) => {
        const { code } = parseBody(codeBody, request.body);
        const confirmed = await confirmTotpCode(ctx, sessionOf(request), actorOf(request), code);
        ctx.sessions.forget(sessionTokenOf(ctx, request) ?? '');
        setSession(ctx, reply, confirmed.token);
        return ok({ recovery_codes: confirmed.recoveryCodes });
      },
    );

    api.post(
      '/totp/disable',
      ownRoute('turnOffSecondFactor', { body: confirmationBody, ...answer(ref(namedSession)) }),
      async (request) => {
        const given = parseBody(confirmationBody, request.body);
        const disable = (tx: Sql) => disableTotp(ctx, tx, sessionOf(request), actorOf(request));
        await confirmed(ctx, request, given, 'if_on', disable);
        return ok(await sessionView(ctx, sessionOf(request)));
      },
    );
  };
}
