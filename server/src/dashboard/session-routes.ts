import type { FastifyInstance } from 'fastify';
import { ok, page } from '../http/envelope.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../identity/own-sessions.ts';
import { actorOf } from './audit.ts';
import type { DashboardContext } from './context.ts';
import { ownRoute } from './route-options.ts';
import { sessionOf } from './session.ts';

/** Where a member is signed in, and signing out there. */
export function sessionRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/sessions', ownRoute('listSessions'), async (request) =>
      page(await listOwnSessions(ctx, sessionOf(request)), false),
    );

    api.delete<{ Params: { session_id: string } }>(
      '/sessions/:session_id',
      ownRoute('endSession'),
      async (request) => {
        const { session_id } = request.params;
        await endOwnSession(ctx, sessionOf(request), actorOf(request), session_id);
        return ok({ session_id, deleted: true });
      },
    );

    api.post('/sign_out_others', ownRoute('signOutOthers'), async (request) =>
      ok({ ended: await endOtherSessions(ctx, sessionOf(request), actorOf(request)) }),
    );
  };
}
