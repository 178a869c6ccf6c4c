import { parseArgs } from 'node:util';
import { wholeNumber } from '../simulation/whole-number.ts';

export interface Options {
  cycles: number;
  seed: number;
  /** No cycle begins after this long, whatever `cycles` says. */
  minutes: number;
}

export const usage = 'npm run campaign -- [--cycles N] [--seed N] [--minutes N]';

/** Throws with a sentence for whoever typed it. */
export function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      cycles: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '1440' },
    },
  });
  return {
    cycles: wholeNumber('--cycles', values.cycles),
    seed: wholeNumber('--seed', values.seed),
    minutes: wholeNumber('--minutes', values.minutes),
  };
}
