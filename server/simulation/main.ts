import { createHash } from 'node:crypto';
import { connect } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { lastRelease } from '../test/deploy/builds.ts';
import { openEmbedded } from '../test/support/test-postgres.ts';
import { runCovered } from './branches/run-covered.ts';
import type { Outcome } from './history.ts';
import { type HistoryPool, openPool } from './history-pool.ts';
import { type Options, parseOptions, usage } from './options.ts';
import { sourcePlants } from './plants/of-source.ts';
import { plants } from './plants/plants.ts';
import { firstOf, shrink } from './shrink.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const progressEvery = 100;

async function main(options: Options): Promise<number> {
  const postgres = await openEmbedded({ durable: false });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void postgres.close().finally(() => process.exit()));
  try {
    const db = connect(postgres.url, { poolSize: 1 });
    await migrate(db);
    await db.end();
    if (options.plant === 'all') return (await simulateAllPlants(postgres.url, options)) ? 1 : 0;
    const pool = await openPool(postgres.url, options.jobs, options.plant, !isCounted);
    print(versionsOf(pool, options));
    try {
      return (await simulate(pool, options)) ? 1 : 0;
    } finally {
      await pool.close();
    }
  } finally {
    await postgres.close();
  }
}

/** Branches are counted of this commit. */
const isCounted = process.env['NODE_V8_COVERAGE'] !== undefined;

/** What processes of the histories run. */
function versionsOf({ release }: HistoryPool, { plant, twoVersions }: Options): string {
  const which = twoVersions || plant ? 'all' : 'some';
  if (release) return `In ${which} histories one of the three processes runs the release ${release}.`;
  const why = plant || isCounted ? '.' : ': no release before it was found.';
  return `All processes run this commit${why}`;
}

/** Returns whether a history failed. Ends with the first one. */
async function simulate(pool: HistoryPool, options: Options): Promise<boolean> {
  const {
    seed: first,
    histories,
    minutes,
    groups,
    plant,
    solana: hasSolana,
    mixed: isMixed,
    trace,
    twoVersions,
  } = options;
  const runsRelease = twoVersions || null;
  const given = { groups, plant, hasSolana, isMixed, runsRelease };
  const startedMs = Date.now();
  const total = { histories: 0, steps: 0, faults: 0 };
  const digests: string[] = [];
  const isOver = () => minutes !== null && Date.now() - startedMs > minutes * 60_000;
  const run = async (seed: number) => {
    if (isOver()) return null;
    const outcome = await pool.run({ seed, ...given, keepsTrace: trace });
    total.histories++;
    total.steps += outcome.steps;
    total.faults += outcome.faults;
    digests[seed - first] = outcome.digest;
    if (total.histories % progressEvery === 0) process.stderr.write(`${total.histories} histories\n`);
    if (trace) print(outcome.lines.join('\n'));
    return outcome;
  };
  const failed = await firstOf(run, first, histories, pool.size);
  if (failed) {
    const { seed } = failed;
    print(`Seed ${seed}, history ${seed - first + 1}:`);
    for (const problem of failed.problems) print(`  ${problem}`);
    print('Looking for the fewest faults that break it.');
    report(await shrink((faults) => pool.run({ seed, ...given, faults }), failed));
    return true;
  }
  if (total.histories < histories && !isOver())
    throw new Error(`Only ${total.histories} of ${histories} histories were run.`);
  const perMinute = (count: number) => Math.round(count / ((Date.now() - startedMs) / 60_000));
  print(
    `${total.histories} histories, ${total.steps} steps, ${total.faults} faults, nothing wrong. Per minute: ` +
      `${perMinute(total.histories)} histories, ${perMinute(total.steps)} steps, ${perMinute(total.faults)} faults.`,
  );
  print(`Digest of the traces: ${createHash('sha256').update(digests.join()).digest('hex').slice(0, 16)}`);
  return false;
}

/** Puts every bug in, one after the other. Returns whether one was not found. */
async function simulateAllPlants(url: string, options: Options): Promise<boolean> {
  const pool = await openPool(url, options.jobs, 'all');
  let missed = await missedOf(pool, options, plants);
  await pool.close();
  for (const [name, plant] of Object.entries(sourcePlants)) {
    if (plant.isOfRelease && lastRelease() === null) {
      print(`${name}: no release was found that it could be put in`);
      continue;
    }
    const planted = await openPool(url, options.jobs, name);
    missed += await missedOf(planted, options, { [name]: plant });
    await planted.close();
  }
  return missed > 0;
}

/** How many of the bugs are not found within their histories. */
async function missedOf(
  pool: HistoryPool,
  { seed: first, groups, mixed: isMixed }: Options,
  some: Readonly<Record<string, { within: number }>>,
): Promise<number> {
  let missed = 0;
  for (const [name, { within }] of Object.entries(some)) {
    const run = (seed: number) => pool.run({ seed, groups, plant: name, isMixed });
    const found = await firstOf(run, first, within, pool.size);
    if (!found) missed++;
    print(
      `${name}: ${found ? `found in history ${found.seed - first + 1}: ${found.problems[0]}` : 'NOT FOUND'}`,
    );
  }
  return missed;
}

function report({ problems, planned, steps, moment }: Outcome): void {
  for (const problem of problems) print(`  ${problem}`);
  print(`${moment}, after step ${steps}. With these faults alone:`);
  for (const { step, kind, number } of planned) print(`  from step ${step}: ${kind} (${number})`);
}

function optionsOf(args: string[]): Options {
  try {
    return parseOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`);
    process.exit(2);
  }
}

const options = optionsOf(process.argv.slice(2));
let isFinished = false;
// Whatever ends the process early, nobody may take it for a run without failures.
process.on('exit', () => {
  if (isFinished) return;
  print('The simulator ended early. Not all histories were run.');
  process.exitCode = 2;
});
try {
  process.exitCode = options.coverage ? await runCovered() : await main(options);
  isFinished = true;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
}
// Limits of requests that died with their process are still running.
process.exit();
