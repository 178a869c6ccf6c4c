import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, memberRoute, ref } from '../route-options.ts';
import { search } from './search.ts';
import { namedSearchResults, searchQuery } from './search-schema.ts';

/** The search of the top bar: payments, refunds and invoices at once. */
export function searchRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get(
      '/search',
      memberRoute('search', 'read', { querystring: searchQuery, ...answer(ref(namedSearchResults)) }),
      async (request) => {
        const { text } = parseQuery(searchQuery, request.query);
        return ok(await search(ctx, callerOf(request), text.trim()));
      },
    );
  };
}
