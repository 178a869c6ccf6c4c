import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Db } from '../src/db/client.ts';
import { openEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { withDatabase } from '../test/support/global-setup.ts';
import { type Child, startChild } from './child.ts';
import { compareCreates } from './creates.ts';
import { compareDeliveries } from './deliveries.ts';
import { compareHanging, measureLatency } from './latency.ts';
import { compareLists } from './lists.ts';
import { comparePages } from './pages.ts';
import { compareReads } from './reads.ts';
import { printTable, type Row } from './table.ts';
import { compareWatching } from './watching.ts';
import { masterKey } from './webhooks.ts';

const poolSize = 12;

async function seedAndMeasure(db: Db, url: string, key: string): Promise<Row[]> {
  await db`update merchants set simulated_customer = false`;
  console.log('creates …');
  const creates = await compareCreates(db, url, key);
  console.log('reads …');
  const reads = await compareReads(url, key);
  console.log('pages, after seeding 200,000 payments …');
  const pages = await comparePages(db, url, key);
  console.log('dashboard lists, after seeding 202,000 more …');
  const lists = await compareLists(db, url);
  console.log('watching a chain …');
  const watching = await compareWatching(db);
  const receiver = await startChild('receiver.js', {});
  const address = receiver.message['url'] ?? '';
  console.log('delivery latency …');
  const latency = await measureLatency(db, address);
  const hanging = await compareHanging(db, address);
  console.log('deliveries …');
  await db`create database crowded`;
  const crowdedUrl = withDatabase(postgres.url, 'crowded');
  const crowdedService = await startServiceOn(crowdedUrl);
  const crowded = connect(crowdedUrl, { poolSize });
  const deliveries = await compareDeliveries(db, crowded, address);
  await crowdedService.stop();
  await crowded.end();
  await receiver.stop();
  return [creates, reads, pages, ...lists, watching, ...deliveries, ...latency, hanging];
}

function startServiceOn(databaseUrl: string): Promise<Child> {
  const env = {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_DATA_DIR: dataDir,
    BENCH_MASTER_KEY: masterKey.toString('base64'),
    BENCH_POOL_SIZE: String(poolSize),
  };
  // The same Node.js option as `npm start`.
  return startChild('service.js', env, ['--max-semi-space-size=32']);
}

async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  return Math.round(Number(bytes) / 1024 / 1024);
}

const dataDir = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
const postgres = await openEmbeddedPostgres({ dataDir, owner: true, log: () => {} });
const db = connect(postgres.url, { poolSize });
const service = await startServiceOn(postgres.url);
try {
  const { url = '', key = '' } = service.message;
  const rows = await seedAndMeasure(db, url, key);
  printTable(rows);
  console.log(`\nService memory (RSS) after the run: ${await residentMegabytes(url)} MB`);
  if (rows.some((row) => !row.met)) process.exitCode = 1;
} finally {
  await service.stop();
  await db.end();
  await postgres.close();
  rmSync(dataDir, { recursive: true, force: true });
}
