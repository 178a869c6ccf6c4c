import { setMaxListeners } from 'node:events';

/** Rejects with `late()` after the deadline. Does not cancel the work. */
export async function within<T>(deadlineMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), deadlineMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** One step of reading a chain or sending on it. */
const stepDeadlineMs = 45_000;

/** Ends a step at its deadline, and when its worker stops. All requests of the step listen to it, many at once. */
export function stepSignal(stopping: AbortSignal): AbortSignal {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(stepDeadlineMs)]);
  setMaxListeners(0, signal);
  return signal;
}
