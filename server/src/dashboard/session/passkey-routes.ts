import { Type } from 'typebox';
import { creationOptions, namedPasskey, requestOptions } from '../../merchants/passkeys/passkey-schema.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
} from '../../merchants/passkeys/passkeys.ts';
import { signInWithPasskey } from '../../merchants/passkeys/sign-in-with-passkey.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { answerSession, visitOf } from '../answers.ts';
import type { DashboardContext } from '../context.ts';
import {
  answer,
  created,
  type DashboardApi,
  listOf,
  openRoute,
  ownRoute,
  pathIds,
  ref,
} from '../route-options.ts';
import { confirmationBody, namedSession, newPasskeyBody, passkeySignInBody } from '../schema.ts';
import { actorOf } from '../settings/audit.ts';
import { confirmed } from './confirmation.ts';
import { sessionOf } from './session.ts';

const added = Type.Object({
  passkey: ref(namedPasskey),
  recovery_codes: Type.Array(Type.String(), {
    description: 'Those of a member whose first second factor this is; otherwise none.',
  }),
});
const removal = Type.Object({ passkey_id: Type.String(), deleted: Type.Boolean() });

/** A member's passkeys, and signing in with one. */
export function passkeyRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.post('/sign_in/passkey/begin', openRoute('beginPasskeySignIn', answer(requestOptions)), async () =>
      ok(await askForPasskey(ctx, { purpose: 'sign_in' }, null)),
    );

    api.post(
      '/sign_in/passkey',
      openRoute('signInWithPasskey', { body: passkeySignInBody, ...answer(ref(namedSession)) }),
      async (request, reply) => {
        const { passkey } = parseBody(passkeySignInBody, request.body);
        return answerSession(ctx, reply, await signInWithPasskey(ctx, passkey, visitOf(ctx, request)));
      },
    );

    api.get('/passkeys', ownRoute('listPasskeys', listOf(ref(namedPasskey))), async (request) =>
      page(await listPasskeys(ctx, sessionOf(request)), false),
    );

    api.post('/passkeys/ask', ownRoute('askForPasskey', answer(requestOptions)), async (request) => {
      const session = sessionOf(request);
      return ok(await askForPasskey(ctx, { purpose: 'confirm', session }, session));
    });

    api.post(
      '/passkeys/begin',
      ownRoute('beginPasskey', { body: confirmationBody, ...answer(creationOptions) }),
      async (request) => {
        const given = parseBody(confirmationBody, request.body);
        const begin = confirmed(ctx, request, given, 'if_on', (tx) =>
          beginPasskey(ctx, tx, sessionOf(request)),
        );
        return ok(await begin);
      },
    );

    api.post(
      '/passkeys',
      ownRoute('addPasskey', { body: newPasskeyBody, ...created(added) }),
      async (request, reply) => {
        const body = parseBody(newPasskeyBody, request.body);
        const { passkey, recoveryCodes } = await addPasskey(ctx, sessionOf(request), actorOf(request), body);
        return reply.code(201).send(ok({ passkey, recovery_codes: recoveryCodes }));
      },
    );

    api.post(
      '/passkeys/:passkey_id/remove',
      ownRoute('removePasskey', {
        params: pathIds('passkey_id'),
        body: confirmationBody,
        ...answer(removal),
      }),
      async (request) => {
        const { passkey_id } = request.params;
        const given = parseBody(confirmationBody, request.body);
        await confirmed(ctx, request, given, 'if_on', (tx) =>
          removePasskey(ctx, tx, sessionOf(request), actorOf(request), passkey_id),
        );
        return ok({ passkey_id, deleted: true });
      },
    );
  };
}
