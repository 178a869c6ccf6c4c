import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Db } from '../src/platform/db/client.ts';
import { openEmbeddedPostgres } from '../src/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { withDatabase } from '../test/support/global-setup.ts';
import { type Child, startChild } from './child.ts';
import { compareCompletions } from './completions.ts';
import { compareCreates } from './creates.ts';
import { compareDeliveries } from './deliveries.ts';
import { compareHostile } from './hostile.ts';
import { compareHanging, measureLatency } from './latency.ts';
import { compareLists } from './lists.ts';
import { measureLive } from './live.ts';
import { comparePages } from './pages.ts';
import { compareReads } from './reads.ts';
import { isTiny } from './sizes.ts';
import { compareSolanaWatching } from './solana-watching.ts';
import { printTable, type Row } from './table.ts';
import { compareWatching } from './watching.ts';
import { masterKey } from './webhooks.ts';

const poolSize = 12;

/** What is named on the command line, all without names. */
const wanted = process.argv.slice(2).filter((argument) => argument !== '--tiny');

async function measure(db: Db, url: string, key: string): Promise<Row[]> {
  await db`update merchants set simulated_customer = false`;
  const receiver = await startChild('receiver.js', {});
  const address = receiver.message['url'] ?? '';
  const parts: [name: string, what: string, run: () => Promise<Row[]>][] = [
    ['creates', 'creates', async () => [await compareCreates(db, url, key)]],
    ['completions', 'completions', () => compareCompletions(db, postgres.url)],
    ['reads', 'reads', async () => [await compareReads(url, key)]],
    ['pages', 'pages, after seeding 200,000 payments', async () => [await comparePages(db, url, key)]],
    ['lists', 'dashboard lists, after seeding 202,000 more', () => compareLists(db, url)],
    ['watching', 'watching chains', async () => [await compareWatching(db), await compareSolanaWatching()]],
    ['live', 'live payments', () => measureLivePayments(db, address)],
    ['latency', 'delivery latency', () => measureLatency(db, address)],
    ['hanging', 'delivery latency beside hanging endpoints', async () => [await compareHanging(db, address)]],
    [
      'hostile',
      'delivery latency beside 1,000 hostile merchants',
      async () => [await compareHostile(db, address, hostile)],
    ],
    ['deliveries', 'deliveries', () => measureDeliveries(db, address)],
  ];
  const unknown = wanted.filter((name) => !parts.some(([known]) => known === name));
  if (unknown.length > 0) throw new Error(`no part is named ${unknown.join(', ')}`);
  const rows: Row[] = [];
  for (const [name, what, run] of parts) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`${what} …`);
    rows.push(...measured(name, await run()));
  }
  await receiver.stop();
  return rows;
}

/** A part that measured nothing is broken, not fast. */
function measured(name: string, rows: Row[]): Row[] {
  if (rows.length === 0 || rows.some(({ ratio }) => !Number.isFinite(ratio)))
    throw new Error(`${name} measured nothing: ${JSON.stringify(rows)}`);
  return rows;
}

async function measureDeliveries(db: Db, receiver: string): Promise<Row[]> {
  await db`create database crowded`;
  const crowdedUrl = withDatabase(postgres.url, 'crowded');
  const crowdedService = await startServiceOn(crowdedUrl);
  const crowded = connect(crowdedUrl, { poolSize });
  const rows = await compareDeliveries(db, crowded, receiver);
  await crowdedService.stop();
  await crowded.end();
  return rows;
}

/** In a database of its own, whose service watches a local chain. */
async function measureLivePayments(db: Db, receiver: string): Promise<Row[]> {
  await db`create database live`;
  const liveUrl = withDatabase(postgres.url, 'live');
  const live = connect(liveUrl, { poolSize });
  await migrate(live);
  const rows = await measureLive(live, receiver, (env) => startServiceOn(liveUrl, env));
  await live.end();
  return rows;
}

function startServiceOn(databaseUrl: string, more: Record<string, string> = {}): Promise<Child> {
  const env = {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_DATA_DIR: dataDir,
    BENCH_MASTER_KEY: masterKey.toString('base64'),
    BENCH_POOL_SIZE: String(poolSize),
    BENCH_DNS: hostile.message['dns'] ?? '',
    ...more,
  };
  // The same Node.js option as `npm start`.
  return startChild('../dist/bench-service.js', env, ['--max-semi-space-size=32']);
}

/** The children end by themselves, but Postgres would go on. */
async function stopEarly(): Promise<void> {
  await postgres.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(1);
}

async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  return Math.round(Number(bytes) / 1024 / 1024);
}

const dataDir = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir, owner: true, log: () => {} });
const db = connect(postgres.url, { poolSize });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopEarly);
const hostile = await startChild('hostile.js', {});
const service = await startServiceOn(postgres.url);
try {
  const { url = '', key = '' } = service.message;
  const rows = await measure(db, url, key);
  printTable(rows);
  console.log(`\nService memory (RSS) after the run: ${await residentMegabytes(url)} MB`);
  if (!isTiny && rows.some((row) => !row.met)) process.exitCode = 1;
} finally {
  await service.stop();
  await hostile.stop();
  await db.end();
  await postgres.close();
  rmSync(dataDir, { recursive: true, force: true });
}
