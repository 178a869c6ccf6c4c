import { Type } from 'typebox';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, memberRoute, ownRoute, ref } from '../route-options.ts';
import { sessionOf } from '../session/session.ts';
import { readAttention } from './attention.ts';
import { namedAttention } from './attention-schema.ts';
import { getStats } from './stats.ts';
import { namedStats } from './stats-schema.ts';
import { updateHidesChecklist } from './stats-store.ts';

const statsQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date' })),
  to: Type.Optional(Type.String({ format: 'date' })),
});

const checklistBody = Type.Object({ hidden: Type.Boolean() });

export function statsRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get(
      '/stats',
      memberRoute('getStats', 'read', { querystring: statsQuery, ...answer(ref(namedStats)) }),
      async (request) => {
        const query = parseQuery(statsQuery, request.query);
        const { environment } = callerOf(request);
        return ok(await getStats(ctx, { ...sessionOf(request), environment }, query));
      },
    );

    api.get('/attention', memberRoute('getAttention', 'read', answer(ref(namedAttention))), async (request) =>
      ok(await readAttention(ctx, sessionOf(request), callerOf(request))),
    );

    api.patch(
      '/checklist',
      ownRoute('hideChecklist', { body: checklistBody, ...answer(checklistBody) }),
      async (request) => {
        const { hidden } = parseBody(checklistBody, request.body);
        await updateHidesChecklist(ctx.db, sessionOf(request), hidden);
        return ok({ hidden });
      },
    );
  };
}
