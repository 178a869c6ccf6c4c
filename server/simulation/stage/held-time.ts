import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Actor, Stage } from './stage.ts';

/** The simulator's clock. It moves when the simulator moves it. */
export class SimulatedClock {
  #nowMs: number;
  constructor(startMs: number) {
    this.#nowMs = startMs;
  }
  readonly nowMs = (): number => this.#nowMs;
  readonly now = (): Date => new Date(this.#nowMs);
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

const anybody: Actor = { name: 'timer', isDead: false };

/**
 * Takes over pauses and `performance.now()`, which the service uses beside its clock, until the returned function is
 * called. A pause then ends when the simulator lets it.
 */
export function holdTime(stage: Stage, clock: SimulatedClock): () => void {
  const { setTimeout: pause } = timers;
  const now = performance.now;
  const held = <T>(ms = 0, value?: T, options?: { signal?: AbortSignal }): Promise<T | undefined> => {
    // A pause that can be called off is a limit, and nothing hangs here.
    if (options?.signal) return untilAborted(options.signal);
    return stage.ask(anybody, { kind: 'timer', label: `${ms} ms pass` }, () => {
      clock.advance(ms);
      return value;
    });
  };
  Object.assign(timers, { setTimeout: held });
  performance.now = clock.nowMs;
  syncBuiltinESMExports();
  return () => {
    Object.assign(timers, { setTimeout: pause });
    performance.now = now;
    syncBuiltinESMExports();
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
