import type { Context } from '../../app/context.ts';
import type { TaskName } from './task-names.ts';

/** A background task. Due times are columns in the database, and each task claims its own rows. */
export interface Task {
  readonly name: TaskName;
  /** Runs one batch. Returns the number of items it processed; 0 means nothing was due. */
  run(ctx: Context): Promise<number>;
  /** When the next item is due; null when none is planned. */
  nextDueAt(ctx: Context): Promise<Date | null>;
  /** The poll interval; default 1 second. For cleanup that can wait. */
  everyMs?: number;
  /** Waits for work that `run` started in the background. */
  drain?(): Promise<void>;
}
