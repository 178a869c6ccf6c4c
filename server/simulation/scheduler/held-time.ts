import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Caller, Scheduler } from './scheduler.ts';

/** When every history starts. */
export const startMs = Date.parse('2026-03-01T12:00:00.000Z');

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

const anybody: Caller = { name: 'timer', isDead: false };

/** Timers from this on are limits. Nothing hangs here, however busy the machine is. */
const limitFromMs = 1000;
const neverMs = 2 ** 31 - 1;

/**
 * Takes over pauses, limits and `performance.now()`, which the service uses beside its clock, until the returned function is
 * called. A pause then ends when the simulator lets it.
 */
export function holdTime(scheduler: Scheduler, clock: SimulatedClock): () => void {
  const { setTimeout: pause } = timers;
  const { now } = performance;
  const { setTimeout: schedule } = globalThis;
  const { timeout } = AbortSignal;
  const held = <T>(ms = 0, value?: T, options?: { signal?: AbortSignal }): Promise<T | undefined> => {
    // A pause that can be called off is a limit, and nothing hangs here.
    if (options?.signal) return untilAborted(options.signal);
    return scheduler.ask(anybody, { kind: 'timer', label: `${ms} ms pass` }, () => {
      clock.advance(ms);
      return value;
    });
  };
  const unlimited = (run: () => void, ms = 0, ...rest: []) =>
    ms < limitFromMs ? schedule(run, ms, ...rest) : schedule(run, neverMs, ...rest).unref();
  Object.assign(timers, { setTimeout: held });
  Object.assign(globalThis, { setTimeout: unlimited });
  AbortSignal.timeout = () => new AbortController().signal;
  performance.now = clock.nowMs;
  syncBuiltinESMExports();
  return () => {
    Object.assign(timers, { setTimeout: pause });
    Object.assign(globalThis, { setTimeout: schedule });
    AbortSignal.timeout = timeout;
    performance.now = now;
    syncBuiltinESMExports();
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
