import { Type } from 'typebox';
import { namedOwnSession } from '../../merchants/sign-in/own-session.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../merchants/sign-in/own-sessions.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, listOf, ownRoute, pathIds, ref } from '../route-options.ts';
import { actorOf } from '../settings/audit.ts';
import { sessionOf } from './session.ts';

const end = Type.Object({ session_id: Type.String(), deleted: Type.Boolean() });

/** Where a member is signed in, and signing out there. */
export function sessionRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get('/sessions', ownRoute('listSessions', listOf(ref(namedOwnSession))), async (request) =>
      page(await listOwnSessions(ctx, sessionOf(request)), false),
    );

    api.delete(
      '/sessions/:session_id',
      ownRoute('endSession', { params: pathIds('session_id'), ...answer(end) }),
      async (request) => {
        const { session_id } = request.params;
        await endOwnSession(ctx, sessionOf(request), actorOf(request), session_id);
        return ok({ session_id, deleted: true });
      },
    );

    api.post(
      '/sign_out_others',
      ownRoute('signOutOthers', answer(Type.Object({ ended: Type.Integer() }))),
      async (request) => ok({ ended: await endOtherSessions(ctx, sessionOf(request), actorOf(request)) }),
    );
  };
}
