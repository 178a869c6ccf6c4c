import { minuteMs } from '../src/lib/durations.ts';
import { type Campaign, openCampaign } from './campaign.ts';
import { type Options, parseOptions, usage } from './options.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
/** Cycles between two looks at everything. */
const checkEvery = 50;
const lanes = { test: 4, live: 2 };
const maxShown = 30;

/** Returns what is wrong. Ends at the first look that finds something. */
async function run(campaign: Campaign, { cycles, payments, minutes }: Options): Promise<string[]> {
  const { tally, outside } = campaign;
  const endMs = Date.now() + minutes * minuteMs;
  for (let cycle = 1; ; cycle++) {
    try {
      const { victims, againMs, wrong } = await campaign.cycle();
      print(
        `cycle ${cycle}: ${wrong}; killed ${victims.join(', ')}${againMs === null ? '' : ', and again while starting'}`,
      );
      const isLast = (cycle >= cycles && outside.book.paid.length >= payments) || Date.now() > endMs;
      if (!isLast && cycle % checkEvery !== 0) continue;
      const problems = await campaign.check(isLast ? 'all' : 'recent');
      print(
        `${tally.kills()} kills, ${outside.book.acknowledged.length} acknowledged, ${problems.length} wrong`,
      );
      if (isLast || problems.length > 0) return problems;
    } catch (error) {
      return [
        ...outside.book.problems,
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      ];
    }
  }
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  const { seed } = options;
  print(`${options.cycles} cycles, seed ${seed}`);
  const campaign = await openCampaign(seed, lanes);
  const wrong = await run(campaign, options);
  wrong.push(...(await campaign.close()));
  if (wrong.length > 0)
    print(`Seed ${seed}, cycle ${campaign.tally.cycles}:\n${wrong.slice(0, maxShown).join('\n')}`);
  print(campaign.tally.table(wrong.length));
  return wrong.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n\n${usage}\n`);
  process.exitCode = 2;
}
process.exit();
