import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../http/authentication.ts';
import { ok } from '../http/envelope.ts';
import { parseQuery } from '../http/validation.ts';
import type { DashboardContext } from './context.ts';
import { memberRoute } from './route-options.ts';
import { search } from './search.ts';

const searchQuery = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 254,
    description: 'Prefix of an id, a number, an e-mail address …',
  }),
});

/** The search of the top bar: payments, refunds and invoices at once. */
export function searchRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/search', memberRoute('search', 'read'), async (request) => {
      const { text } = parseQuery(searchQuery, request.query);
      return ok(await search(ctx, callerOf(request), text.trim()));
    });
  };
}
