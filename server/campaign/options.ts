import { parseArgs } from 'node:util';
import { wholeNumber } from '../simulation/whole-number.ts';

export interface Options {
  /** At least. */
  cycles: number;
  /** It goes on until so many live payments were paid on the chains. */
  payments: number;
  seed: number;
  /** No cycle begins after this long, whatever `cycles` says. */
  minutes: number;
}

export const usage = 'npm run campaign -- [--cycles N] [--payments N] [--seed N] [--minutes N]';

/** Throws with a sentence for whoever typed it. */
export function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      cycles: { type: 'string', default: '20' },
      payments: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '1440' },
    },
  });
  return {
    cycles: wholeNumber('--cycles', values.cycles),
    payments: wholeNumber('--payments', values.payments),
    seed: wholeNumber('--seed', values.seed),
    minutes: wholeNumber('--minutes', values.minutes),
  };
}
