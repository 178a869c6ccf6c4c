import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../driver/connection.ts';
import { createTag, type Sql } from '../driver/tag.ts';
import { SUPERUSER } from './cluster.ts';
import { errorCode } from './setup-error.ts';

export const DATABASE = 'causeway';

/** Everyone who uses the server holds this one shared; who holds it alone may stop the server. */
const PRESENCE_LOCK = 4_201_001;
/** Held by the one service that owns the data folder. */
const OWNER_LOCK = 4_201_002;

/** A killed owner's lock goes when its backend notices, a moment later. */
const OWNER_GRACE_MS = 1_500;

const ALREADY_THERE = ['42P04', '23505'];

export interface Server {
  readonly pid: number;
  readonly port: number;
}

/**
 * Being counted among those who use a server. The locks live and die with one connection, so a process that is
 * killed is counted out by Postgres itself, and no file can go stale.
 */
export interface Membership {
  readonly server: Server;
  readonly isLost: () => boolean;
  /** Gives up the locks. True for the last one out, who holds everyone off until `disconnect`. */
  leave(): Promise<boolean>;
  disconnect(): Promise<void>;
}

type JoinResult = { membership: Membership; owned: boolean } | 'server is stopping';

/** `owned` is false when ownership was asked for and somebody else has it; the caller is then to leave again. */
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
    if (!ALREADY_THERE.includes(errorCode(error) ?? '')) throw error;
  });
}
