import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Db } from '../src/platform/db/client.ts';
import { withDatabase } from '../test/support/global-setup.ts';
import { type Child, startChild } from './child.ts';
import { masterKey } from './webhooks.ts';

export const poolSize = 12;

/** What a part measures with: a database of its own, on the Postgres of the run. */
export interface Bench {
  db: Db;
  databaseUrl: string;
  /** The process id of Postgres. */
  postmaster: number;
  /** The service as `npm start` runs it, in a process of its own, without a rate limit. Migrates the database. */
  startService(env?: Record<string, string>): Promise<Child>;
  startReceiver(): Promise<Child>;
  /** Another database of the same Postgres. */
  another(name: string): Promise<Bench>;
  /** Ends its children and drops its databases, so that nothing of it disturbs the next part. */
  close(): Promise<void>;
}

export async function openBench(postgresUrl: string, name: string): Promise<Bench> {
  const admin = connect(postgresUrl, { poolSize: 1 });
  await admin`create database ${admin(name)}`;
  const databaseUrl = withDatabase(postgresUrl, name);
  const db = connect(databaseUrl, { poolSize });
  const children: Child[] = [];
  const others: Bench[] = [];
  const started = async (child: Promise<Child>) => {
    children.push(await child);
    return child;
  };
  return {
    db,
    databaseUrl,
    postmaster: await postmasterOf(db),
    startService: (env = {}) =>
      started(startChild('../dist/bench-service.js', { ...serviceEnv(databaseUrl), ...env }, serviceOptions)),
    startReceiver: () => started(startChild('receiver.js', {})),
    async another(suffix) {
      const other = await openBench(postgresUrl, `${name}_${suffix}`);
      others.push(other);
      return other;
    },
    async close() {
      for (const other of others) await other.close();
      for (const child of children) await child.stop();
      await db.end();
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}

/** Removed with the run's Postgres. */
export const folder = process.env['BENCH_FOLDER'] ?? '';

/** The same Node.js option as `npm start`. `BENCH_PROFILE` names a folder for CPU profiles. */
const profiles = process.env['BENCH_PROFILE'];
const serviceOptions = [
  '--max-semi-space-size=32',
  ...(profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []),
];

function serviceEnv(databaseUrl: string): Record<string, string> {
  return {
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_DATA_DIR: mkdtempSync(join(folder, 'data-')),
    BENCH_MASTER_KEY: masterKey.toString('base64'),
    BENCH_POOL_SIZE: String(poolSize),
  };
}

async function postmasterOf(db: Db): Promise<number> {
  const [row] = await db<{ pid: string }[]>`
    select split_part(pg_read_file('postmaster.pid'), ${'\n'}, 1) as pid`;
  return Number(row?.pid);
}
