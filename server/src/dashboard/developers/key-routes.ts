import { Type } from 'typebox';
import type { Caller } from '../../lib/caller.ts';
import { keyPermissionsOf } from '../../lib/roles.ts';
import { doOrAsk } from '../../merchants/approvals/approvals.ts';
import { namedKey } from '../../merchants/keys/key-view.ts';
import {
  allowAnyAddress,
  changeKey,
  changeKeyBody,
  createKeyBody,
  givePermissions,
  listKeys,
  makeKey,
  revokeOwnKey,
  withdrawAnyAddress,
} from '../../merchants/keys/keys.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { answerOrAsked, asked } from '../approvals/asked.ts';
import type { DashboardContext } from '../context.ts';
import { answer, created, type DashboardApi, memberRoute, pathIds, ref } from '../route-options.ts';
import { confirmationBody, confirmationFields } from '../schema.ts';
import { confirmedInLive } from '../session/confirmation.ts';
import { sessionOf } from '../session/session.ts';
import { actorOf } from '../settings/audit.ts';

const key = ref(namedKey);
const params = pathIds('key_id');
const createBody = Type.Object({ ...createKeyBody.properties, ...confirmationFields });
const changeBody = Type.Object({ ...changeKeyBody.properties, ...confirmationFields });

/** API keys of the environment. Only the response to creating a key contains it. */
export function keyRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get('/keys', memberRoute('listKeys', 'read', answer(Type.Array(key))), async (request) =>
      ok(await listKeys(ctx, callerOf(request))),
    );

    api.post(
      '/keys',
      memberRoute('createKey', 'keys.write', { body: createBody, ...created(key) }),
      async (request, reply) => {
        const { password, code, passkey, ...body } = parseBody(createBody, request.body);
        const { role, email } = sessionOf(request);
        const granted = keyPermissionsOf(role);
        const made = await confirmedInLive(
          ctx,
          request,
          { password, code, passkey },
          'if_on',
          async (tx, caller) => {
            const { key: fresh, waiting } = await makeKey(ctx, tx, caller, body, granted, email);
            const { key_id, name, kind, hint, allowed_ips, permissions, strict, expires_at } = fresh;
            const details = { name, kind, hint, allowed_ips, permissions, strict, expires_at };
            const deed = { action: 'createKey', resourceId: key_id, details };
            const actor = actorOf(request, caller.environment);
            await recordAudit(ctx, tx, actor, deed);
            if (!waiting) return fresh;
            const given = await doOrAsk(ctx, tx, actor, (inner) =>
              givePermissions(ctx, inner, caller, key_id, waiting.permissions),
            );
            return 'done' in given ? { ...fresh, permissions: given.done.permissions } : fresh;
          },
        );
        return reply.code(201).send(ok(made));
      },
    );

    api.patch(
      '/keys/:key_id',
      memberRoute('updateKey', 'keys.write', { params, body: changeBody, ...answer(key) }),
      async (request) => {
        const { password, code, passkey, ...body } = parseBody(changeBody, request.body);
        const change = async (tx: Sql, caller: Caller) => {
          const changed = await changeKey(tx, caller, request.params.key_id, body);
          const deed = { action: 'updateKey', resourceId: changed.key_id, details: body };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return changed;
        };
        // A new name or strict mode opens nothing. Another allowlist lets a stolen key work from elsewhere.
        if (body.allowed_ips === undefined)
          return ok(await ctx.db.begin((tx) => change(tx, callerOf(request))));
        return ok(await confirmedInLive(ctx, request, { password, code, passkey }, 'if_on', change));
      },
    );

    api.post(
      '/keys/:key_id/any_address',
      memberRoute('allowAnyAddress', 'settings.write', { params, body: confirmationBody, ...asked(key) }),
      async (request, reply) => {
        const given = parseBody(confirmationBody, request.body);
        const { key_id } = request.params;
        const outcome = await confirmedInLive(ctx, request, given, 'required', (tx, caller) => {
          const actor = actorOf(request, caller.environment);
          return doOrAsk(ctx, tx, actor, async (inner) => {
            await recordAudit(ctx, inner, actor, { action: 'allowAnyAddress', resourceId: key_id });
            return allowAnyAddress(ctx, inner, caller, key_id, sessionOf(request).email);
          });
        });
        return answerOrAsked(request, reply, outcome);
      },
    );

    // Nothing that a thief gains by, so no confirmation.
    api.delete(
      '/keys/:key_id/any_address',
      memberRoute('withdrawAnyAddress', 'keys.write', { params, ...answer(key) }),
      async (request) => {
        const caller = callerOf(request);
        const { key_id } = request.params;
        const withdrawn = await ctx.db.begin(async (tx) => {
          const deed = { action: 'withdrawAnyAddress', resourceId: key_id };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return withdrawAnyAddress(tx, caller, key_id);
        });
        return ok(withdrawn);
      },
    );

    api.post(
      '/keys/:key_id/revoke',
      memberRoute('revokeKey', 'keys.write', { params, ...answer(key) }),
      async (request) => {
        const caller = callerOf(request);
        const stopped = await ctx.db.begin(async (tx) => {
          const revoked = await revokeOwnKey(ctx, tx, caller, request.params.key_id);
          const deed = {
            action: 'revokeKey',
            resourceId: revoked.key_id,
            details: { name: revoked.name, hint: revoked.hint },
          };
          await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
          return revoked;
        });
        return ok(stopped);
      },
    );
  };
}
