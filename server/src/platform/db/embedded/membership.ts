import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../driver/connection.ts';
import { createTag, type Sql } from '../driver/tag.ts';
import { SUPERUSER } from './cluster.ts';
import { errorCode } from './setup-error.ts';

export const DATABASE = 'causeway';

/** Held shared by every process that uses the server. A process that gets it exclusively may stop the server. */
const PRESENCE_LOCK = 4_201_001;
/** Held by the one service that owns the data folder. */
const OWNER_LOCK = 4_201_002;

/** The lock of a killed owner is released when its backend notices, a moment later. */
const OWNER_GRACE_MS = 1_500;

const ALREADY_EXISTS = ['42P04', '23505'];

export interface Server {
  readonly pid: number;
  readonly port: number;
}

/**
 * One process using a server. Its locks belong to one connection, so Postgres releases them when the process is killed,
 * and there is no lock file to go stale.
 */
export interface Membership {
  readonly server: Server;
  readonly isLost: () => boolean;
  /** Releases the locks. True for the last process, which then blocks new ones until `disconnect`. */
  leave(): Promise<boolean>;
  disconnect(): Promise<void>;
}

type JoinResult = { membership: Membership; owned: boolean } | 'server is stopping';

/** `owned` is false when `owner` was requested but another process has it; the caller must then leave. */
export async function join(
  server: Server,
  password: string,
  owner: boolean,
  onLost: () => void,
): Promise<JoinResult> {
  const connection = new Connection(urlOf(server.port, password), session);
  await connection.connect(new AbortController().signal);
  connection.onLost.add(onLost);
  const sql = createTag((statement, values) => connection.run(statement, values));
  const membership: Membership = {
    server,
    isLost: () => connection.lost !== null,
    leave: () => leave(sql),
    disconnect: async () => connection.destroy(),
  };
  try {
    if (
      !(await tryLock(sql<{ got: boolean }[]>`select pg_try_advisory_lock_shared(${PRESENCE_LOCK}) as got`))
    ) {
      await membership.disconnect();
      return 'server is stopping';
    }
    await createDatabase(sql);
    return { membership, owned: !owner || (await takeOwnership(sql)) };
  } catch (error) {
    await membership.disconnect();
    throw error;
  }
}

const session = { settings: { application_name: 'causeway presence' }, connectTimeoutMs: 5_000 };

function urlOf(port: number, password: string): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?sslmode=disable`;
}

async function takeOwnership(sql: Sql): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < OWNER_GRACE_MS; await sleep(50)) {
    if (await tryLock(sql<{ got: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as got`))
      return true;
  }
  return false;
}

async function leave(sql: Sql): Promise<boolean> {
  await sql`select pg_advisory_unlock_all()`;
  return tryLock(sql<{ got: boolean }[]>`select pg_try_advisory_lock(${PRESENCE_LOCK}) as got`);
}

async function tryLock(query: PromiseLike<readonly { got: boolean }[]>): Promise<boolean> {
  const rows = await query;
  return rows[0]?.got === true;
}

async function createDatabase(sql: Sql): Promise<void> {
  const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
  if (found.length > 0) return;
  await sql`create database ${sql(DATABASE)}`.catch((error: unknown) => {
    if (!ALREADY_EXISTS.includes(errorCode(error) ?? '')) throw error;
  });
}
