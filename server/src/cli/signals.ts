import { isRunByNpm } from '../platform/config/config.ts';

/**
 * Calls `onFirst` on the first SIGINT or SIGTERM; a second one exits immediately. A terminal sends Ctrl-C to npm and to what npm
 * runs, and npm passes it on, so under npm the second signal may be the first one again, and the third exits.
 */
export function onSignal(onFirst: (signal: string) => void): void {
  const ignored = isRunByNpm() ? 1 : 0;
  let count = 0;
  const take = (signal: string) => {
    count += 1;
    if (count === 1) onFirst(signal);
    else if (count > 1 + ignored) process.exit(130);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, take);
}

/** Resolves on the first signal. */
export function firstSignal(onFirst: () => void): Promise<string> {
  return new Promise((resolve) => {
    onSignal((signal) => {
      onFirst();
      resolve(signal);
    });
  });
}
