import { ok } from '../../platform/http/envelope.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, memberRoute, ref } from '../route-options.ts';
import { sessionOf } from '../session/session.ts';
import { namedChainsHealth } from './chain-schema.ts';
import { chainHealth } from './chains.ts';

export function chainRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get(
      '/chains',
      memberRoute('getChainHealth', 'read', answer(ref(namedChainsHealth))),
      async (request) => ok(await chainHealth(ctx, sessionOf(request))),
    );
  };
}
