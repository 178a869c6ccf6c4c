import type { Db } from '../db/client.ts';
import type { Log } from '../log.ts';
import type { TaskName } from './task-names.ts';

type Listener = (task: string, dueAtMs: number) => void;

/** Tells the loops of new work, so that they need not poll quickly to start promptly. Losing a call costs a second. */
export interface Wake {
  at(task: TaskName, due: Date): void;
  /** The loops of this process listen here, and hear the other processes too. */
  listen(listener: Listener): Promise<{ stop(): Promise<void> }>;
}

const channel = 'causeway_wake';
const coalesceMs = 5;

/**
 * Work planned in a process that runs the loops stays in it. One that does not tells the others by NOTIFY: outside any
 * transaction, because a NOTIFY inside one makes all commits queue for a lock, and once for many calls.
 */
export function createWake(db: Db, log: Log): Wake {
  const listeners = new Set<Listener>();
  const unsent = new Map<string, number>();

  function send(): void {
    for (const [task, dueAtMs] of unsent) {
      db.notify(channel, JSON.stringify({ task, dueAtMs })).catch((error) =>
        log.debug({ err: error }, 'wake not sent'),
      );
    }
    unsent.clear();
  }

  return {
    at(task, due) {
      const dueAtMs = due.getTime();
      if (listeners.size > 0) {
        for (const listener of listeners) listener(task, dueAtMs);
        return;
      }
      if (unsent.size === 0) setTimeout(send, coalesceMs).unref();
      unsent.set(task, Math.min(unsent.get(task) ?? dueAtMs, dueAtMs));
    },
    async listen(listener) {
      listeners.add(listener);
      const { unlisten } = await db.listen(channel, (payload) => {
        const call = parseCall(payload);
        if (call) listener(call.task, call.dueAtMs);
      });
      return {
        async stop() {
          listeners.delete(listener);
          await unlisten();
        },
      };
    },
  };
}

/** Anybody who may connect to the database may notify: what is no call of ours is no call. */
function parseCall(payload: string): { task: string; dueAtMs: number } | null {
  try {
    const { task, dueAtMs } = JSON.parse(payload);
    return typeof task === 'string' && Number.isFinite(dueAtMs) ? { task, dueAtMs } : null;
  } catch {
    return null;
  }
}
