import { chanceFrom as plainChance } from '../test/chains/watching/model/chance.ts';

/** Repeatable random choices. */
export interface Chance {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  between(min: number, max: number): number;
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function chanceFrom(seed: number): Chance {
  const { below, happens } = plainChance(seed);
  return {
    below,
    happens,
    between: (min, max) => min + below(max - min + 1),
    pick(from) {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
  };
}
