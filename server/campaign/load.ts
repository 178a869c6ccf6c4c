import type { Action } from './people.ts';

export interface Load {
  /** No-op while it goes on. Throws what stopped one of them. */
  go(): void;
  /** Returns when everybody has finished what they were doing. Throws what stopped one of them. */
  pause(): Promise<void>;
}

/** Everybody acts over and over, side by side. */
export function createLoad(actions: readonly Action[]): Load {
  let isOn = false;
  let running: Promise<unknown>[] = [];
  let failure: { reason: unknown } | null = null;
  const repeat = async (action: Action) => {
    while (isOn) await action();
  };
  return {
    go() {
      if (failure) throw failure.reason;
      if (isOn) return;
      isOn = true;
      running = actions.map(repeat);
      for (const one of running)
        one.catch((reason: unknown) => {
          failure ??= { reason };
        });
    },
    async pause() {
      isOn = false;
      await Promise.all(running);
    },
  };
}
