import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startChild } from '../../bench/child.ts';
import { chanceFrom } from '../../simulation/chance.ts';
import { wholeNumber } from '../../simulation/whole-number.ts';
import { closeContext, createContext } from '../../src/app/compose.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { connect } from '../../src/platform/db/client.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { freePort } from '../../test/support/free-port.ts';
import { prepareOwnPostgres } from '../../test/support/own-postgres.ts';
import { makeDataDir, until } from '../../test/support/process.ts';
import { createBook, type Tenant } from '../book.ts';
import { type Client, createClient } from '../client.ts';
import { createLoad } from '../load.ts';
import { type Action, hostileShop, testShop } from '../people.ts';
import { listen } from '../receivers.ts';
import { createTenant } from '../setup.ts';
import { levelsOf, tableOf } from './levels.ts';
import { type Sample, takeSample } from './samples.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const sampleEveryMs = 15_000;
const shops = 4;

/** What a dashboard reads that somebody leaves open. */
function reader(client: Client, tenant: Tenant): Action {
  const paths = [
    '/payments',
    '/refunds',
    '/events',
    '/webhooks/deliveries',
    '/balances',
    '/payments?status=completed',
  ];
  let turn = 0;
  return async () => {
    await client.get(tenant, paths[turn++ % paths.length] ?? '');
    await sleep(200);
  };
}

async function main(minutes: number, seed: number): Promise<boolean> {
  const { path: folder, remove } = makeDataDir();
  const postgres = await prepareOwnPostgres(folder);
  await postgres.start();
  await until(postgres.answers);
  const port = String(await freePort());
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    MASTER_KEY: randomBytes(32).toString('hex'),
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEBHOOKS_ALLOW_PRIVATE: '1',
    RETENTION_DAYS: '2',
    LOG_LEVEL: 'error',
  };
  const ctx = createContext(parseConfig(env), postgres.url, { log: pino({ level: 'silent' }) });
  await migrate(ctx.db);
  const [shop, hostile] = [
    await createTenant(ctx, 'shop', 'test'),
    await createTenant(ctx, 'hostile', 'test'),
  ];
  await closeContext(ctx);
  const child = await startChild('../campaign/endurance/service.ts', env, ['--expose-gc', '--import', 'tsx']);
  const book = createBook();
  const client = createClient([env.PUBLIC_URL], book, chanceFrom(seed));
  const receivers = await listen(client, { shop, hostile }, (text) => void book.problems.push(text));
  const shopContext = { book, client, chance: chanceFrom(seed + 1) };
  const load = createLoad([
    ...Array.from({ length: shops }, () => testShop(shopContext, shop)),
    hostileShop(shopContext, hostile),
    reader(client, shop),
    reader(client, hostile),
  ]);
  const db = connect(postgres.url, { poolSize: 1 });
  const samples: Sample[] = [];
  let writes = 0;
  load.go();
  for (const endMs = Date.now() + minutes * 60_000; Date.now() < endMs; ) {
    await sleep(sampleEveryMs);
    samples.push(await takeSample(child, db));
    // Only what is under test may grow.
    writes += book.acknowledged.length;
    book.acknowledged.length = 0;
    book.seen.clear();
  }
  await load.pause();
  const levels = levelsOf(samples, minutes);
  const last = samples.at(-1);
  print(
    `${minutes} minutes, seed ${seed}: ${writes} acknowledged writes, ${receivers.arrived.size} events arrived,`,
  );
  print(
    `${last?.get('payments: rows')} payments and ${last?.get('ledger_entries: rows')} ledger entries kept.\n`,
  );
  print(tableOf(levels));
  for (const problem of new Set(book.problems)) print(`problem: ${problem}`);
  await db.end();
  await receivers.stop();
  await child.stop();
  await postgres.stop();
  remove();
  return levels.every(({ isLevel }) => isLevel) && book.problems.length === 0;
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const isFine = await main(wholeNumber('--minutes', values.minutes), wholeNumber('--seed', values.seed));
process.exit(isFine ? 0 : 1);
