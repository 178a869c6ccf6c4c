import { type Campaign, openCampaign } from './campaign.ts';
import { type Options, parseOptions, usage } from './options.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
/** Cycles between two looks at everything. */
const checkEvery = 20;
const maxShown = 30;

/** Returns how many things are wrong. Ends at the first look that finds one. */
async function run(campaign: Campaign, { cycles, seed }: Options): Promise<number> {
  const { tally } = campaign;
  for (let cycle = 1; cycle <= cycles; cycle++) {
    await campaign.cycle();
    const isLast = cycle === cycles;
    if (!isLast && cycle % checkEvery !== 0) continue;
    const problems = await campaign.check(isLast ? 'all' : 'recent');
    tally.checks++;
    const { acknowledged } = campaign.outside.book;
    print(
      `cycle ${cycle}: ${tally.kills()} kills, ${acknowledged.length} acknowledged, ${problems.length} wrong`,
    );
    if (problems.length === 0) continue;
    print(`Seed ${seed}, cycle ${cycle}:\n${problems.slice(0, maxShown).join('\n')}`);
    return problems.length;
  }
  return 0;
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  print(`${options.cycles} cycles, seed ${options.seed}`);
  const campaign = await openCampaign(options.seed);
  const wrong = await run(campaign, options);
  const left = await campaign.close();
  for (const one of left) print(one);
  print(campaign.tally.table(wrong + left.length));
  return wrong + left.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n\n${usage}\n`);
  process.exitCode = 2;
}
process.exit();
