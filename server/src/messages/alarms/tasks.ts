import { minuteMs } from '../../lib/durations.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { noteAlarms, tellOperator } from './alarms.ts';

/** Tells the operator by mail what needs a person, and when it is over. */
const mailAlarms: Task = {
  name: 'mail-alarms',
  everyMs: minuteMs,
  async run(ctx) {
    if (ctx.config.operatorEmail === null) return 0;
    await noteAlarms(ctx);
    await tellOperator(ctx);
    // Mails that could not be sent wait for the next minute.
    return 0;
  },
  nextDueAt: async () => null,
};

export const alarmTasks: Task[] = [mailAlarms];
