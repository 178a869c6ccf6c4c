import type { Db } from '../db/client.ts';
import type { Log } from '../log.ts';
import type { TaskName } from './task-names.ts';

type Listener = (task: string, dueAtMs: number) => void;

/** Wakes the task loops for new work, so that they can poll slowly. A lost wake-up delays work by a second. */
export interface Wake {
  at(task: TaskName, due: Date): void;
  /** Receives the wake-ups of this process and of others. */
  listen(listener: Listener): Promise<{ stop(): Promise<void> }>;
}

const channel = 'causeway_wake';
const coalesceMs = 5;

/**
 * A process that runs the loops wakes its own. Other processes send NOTIFY: outside of transactions, because a NOTIFY
 * inside one makes all commits wait for a global lock, and coalesced, one for many calls.
 */
export function createWake(db: Db, log: Log): Wake {
  const listeners = new Set<Listener>();
  const unsent = new Map<string, number>();

  function send(): void {
    for (const [task, dueAtMs] of unsent) {
      db.notify(channel, JSON.stringify({ task, dueAtMs })).catch((error) =>
        log.debug({ err: error }, 'could not send a wake-up'),
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

/** Ignores malformed payloads: any client of the database can send NOTIFY. */
function parseCall(payload: string): { task: string; dueAtMs: number } | null {
  try {
    const { task, dueAtMs } = JSON.parse(payload);
    return typeof task === 'string' && Number.isFinite(dueAtMs) ? { task, dueAtMs } : null;
  } catch {
    return null;
  }
}
