import type { Context } from '../context.ts';
import type { TaskName } from './task-names.ts';

/** A piece of background work. Its due times are columns; claiming them is its own business. */
export interface Task {
  readonly name: TaskName;
  /** Does one batch and says how many things it did; 0 means there was nothing to do. */
  run(ctx: Context): Promise<number>;
  /** When there will be something to do; null when nothing is planned. */
  nextDueAt(ctx: Context): Promise<Date | null>;
  /** For chores nobody waits for: run this often and not more. */
  everyMs?: number;
  /** Waits for work a run has left going behind it. */
  drain?(): Promise<void>;
}
