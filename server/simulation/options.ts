import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type FaultGroup, faultGroups } from './faults.ts';
import { sourcePlants } from './plants/of-source.ts';
import { plants } from './plants/plants.ts';
import { wholeNumber } from './whole-number.ts';

export interface Options {
  seed: number;
  histories: number;
  /** Ends after this long, whatever is left. */
  minutes: number | null;
  /** Histories that run at the same time. */
  jobs: number;
  groups: readonly FaultGroup[];
  plant: string | null;
  /** All histories have Solana, or none; null for every third one. */
  solana: boolean | null;
  /** In all histories a process runs the last release, not in every seventh one. */
  twoVersions: boolean;
  /** Storms of several lengths, with some of the faults. */
  mixed: boolean;
  /** Prints what happened. */
  trace: boolean;
  /** Lists the branches of the rooms that move money which no history reached. */
  coverage: boolean;
}

export const usage = `npm run simulate -- [--seed N] [--histories N] [--minutes N] [--jobs N] [--faults all|none|LIST] [--plant NAME] [--solana|--no-solana] [--two-versions] [--mixed] [--trace] [--coverage]

  --jobs     histories at a time, each in a process; the number of cores, one with --trace
  --solana   all histories have Solana, not every third one
  --two-versions one process of all histories runs the last release, not of every seventh one
  --mixed    storms of several lengths, and half of them with some groups of faults alone
  --coverage lists the branches which decide or move money that no history reached
  --faults   comma-separated: ${faultGroups.join(', ')}
  --plant    puts a bug in, or all one after the other: all, ${[...Object.keys(plants), ...Object.keys(sourcePlants)].join(', ')}`;

/** Throws with a sentence for whoever typed it. */
export function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      histories: { type: 'string', default: '100' },
      minutes: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      faults: { type: 'string', default: 'all' },
      plant: { type: 'string' },
      solana: { type: 'boolean' },
      'no-solana': { type: 'boolean', default: false },
      'two-versions': { type: 'boolean', default: false },
      mixed: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      coverage: { type: 'boolean', default: false },
    },
  });
  const { plant = null, minutes, faults, mixed, trace, coverage } = values;
  if (plant !== null && plant !== 'all' && !plants[plant] && !sourcePlants[plant])
    throw new Error(`There is no plant ${plant}.`);
  return {
    seed: wholeNumber('--seed', values.seed),
    histories: wholeNumber('--histories', values.histories),
    minutes: minutes === undefined ? null : wholeNumber('--minutes', minutes),
    jobs: trace ? 1 : Math.max(1, wholeNumber('--jobs', values.jobs)),
    groups: groupsOf(faults),
    plant,
    solana: values['no-solana'] ? false : (values.solana ?? null),
    twoVersions: values['two-versions'],
    mixed,
    trace,
    coverage,
  };
}

function groupsOf(text: string): readonly FaultGroup[] {
  if (text === 'all') return faultGroups;
  if (text === 'none') return [];
  return text.split(',').map((name) => {
    const group = faultGroups.find((one) => one === name);
    if (!group) throw new Error(`--faults has "${name}", which is none of ${faultGroups.join(', ')}.`);
    return group;
  });
}
