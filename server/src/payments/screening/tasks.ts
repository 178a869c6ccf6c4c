import type { Task } from '../../platform/jobs/task.ts';
import { askProviders } from './ask-providers.ts';
import { deleteUnanswered, nextDueScreening } from './store.ts';

/** Asks who is on the other side of money before it counts or leaves. Costs nothing while no provider is set. */
export function screeningTasks(): Task[] {
  let hasForgotten = false;
  return [
    {
      name: 'screen-money',
      async run(ctx) {
        if (ctx.screening.isOn) return askProviders(ctx);
        if (!hasForgotten) await deleteUnanswered(ctx.db);
        hasForgotten = true;
        return 0;
      },
      nextDueAt: async (ctx) => (ctx.screening.isOn ? nextDueScreening(ctx.db) : null),
    },
  ];
}
