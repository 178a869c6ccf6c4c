import type { Clock } from '../src/clock.ts';
import type { Rewrite } from './stage/gated-db.ts';

/** A bug put in from outside, to show that it would be found. */
export interface Plant {
  rewrite?: Rewrite;
  clock?: (clock: Clock) => Clock;
}

export const plants: Record<string, Plant> = {};
