import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/authentication.ts';
import { ok } from '../http/envelope.ts';
import { parseBody } from '../http/validation.ts';
import { keyPermissionsOf } from '../identity/permissions.ts';
import { recordAudit } from '../merchants/audit.ts';
import {
  changeKey,
  changeKeyBody,
  createKeyBody,
  listKeys,
  makeKey,
  revokeOwnKey,
} from '../merchants/keys.ts';
import { actorOf } from './audit.ts';
import type { DashboardContext } from './context.ts';
import { memberRoute } from './route-options.ts';
import { sessionOf } from './session.ts';

type KeyParams = { Params: { key_id: string } };

/** API keys of the environment. Only the response to creating a key contains it. */
export function keyRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/keys', memberRoute('listKeys', 'read'), async (request) =>
      ok(await listKeys(ctx, callerOf(request))),
    );

    api.post('/keys', memberRoute('createKey', 'keys.write'), async (request, reply) => {
      const caller = callerOf(request);
      const body = parseBody(createKeyBody, request.body);
      const granted = keyPermissionsOf(sessionOf(request).role);
      const key = await ctx.db.begin(async (tx) => {
        const made = await makeKey(ctx, tx, caller, body, granted);
        const { key_id, name, kind, hint, allowed_ips, permissions, expires_at } = made;
        const details = { name, kind, hint, allowed_ips, permissions, expires_at };
        const deed = { action: 'createKey', resourceId: key_id, details };
        await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
        return made;
      });
      return reply.code(201).send(ok(key));
    });

    api.patch<KeyParams>('/keys/:key_id', memberRoute('updateKey', 'keys.write'), async (request) => {
      const caller = callerOf(request);
      const body = parseBody(changeKeyBody, request.body);
      const key = await ctx.db.begin(async (tx) => {
        const changed = await changeKey(tx, caller, request.params.key_id, body);
        const deed = { action: 'updateKey', resourceId: changed.key_id, details: body };
        await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
        return changed;
      });
      return ok(key);
    });

    api.post<KeyParams>('/keys/:key_id/revoke', memberRoute('revokeKey', 'keys.write'), async (request) => {
      const caller = callerOf(request);
      const key = await ctx.db.begin(async (tx) => {
        const revoked = await revokeOwnKey(ctx, tx, caller, request.params.key_id);
        const deed = {
          action: 'revokeKey',
          resourceId: revoked.key_id,
          details: { name: revoked.name, hint: revoked.hint },
        };
        await recordAudit(ctx, tx, actorOf(request, caller.environment), deed);
        return revoked;
      });
      return ok(key);
    });
  };
}
