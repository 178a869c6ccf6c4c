import type { Task } from '../../../platform/jobs/task.ts';
import { advanceEach, takeDueRoutes } from '../due-routes.ts';
import { nextRoute } from '../store.ts';
import { simulatedEngine } from './engine.ts';

/** Advances routes of test mode through the same states as live ones. */
export const simulatedRoutes: Task = {
  name: 'simulated-routes',
  async run(ctx) {
    const due = await takeDueRoutes(ctx, 'test');
    if (due.length === 0) return 0;
    // Loaded on demand, like everything that needs viem.
    const { advanceRoute } = await import('../advance-route.ts');
    await advanceEach(simulatedEngine(ctx), due, advanceRoute);
    return due.length;
  },
  nextDueAt: (ctx) => nextRoute(ctx.db, 'test'),
};
