import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
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
  let lost = false;
  const sql = connect(server.port, password, () => {
    lost = true;
    onLost();
  });
  const membership: Membership = {
    server,
    isLost: () => lost,
    leave: () => leave(sql),
    disconnect: () => sql.end({ timeout: 0 }),
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

function connect(port: number, password: string, onclose: () => void): postgres.Sql {
  return postgres({
    ...{ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres', ssl: false },
    // One connection that stays: postgres.js would otherwise renew it every half hour or so, and drop the locks.
    ...{ max: 1, idle_timeout: 0, max_lifetime: null, connect_timeout: 5, fetch_types: false },
    ...{ onclose, onnotice: () => undefined, connection: { application_name: 'causeway presence' } },
  });
}

async function takeOwnership(sql: postgres.Sql): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < OWNER_GRACE_MS; await sleep(50)) {
    if (await tryLock(sql<{ got: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as got`))
      return true;
  }
  return false;
}

async function leave(sql: postgres.Sql): Promise<boolean> {
  await sql`select pg_advisory_unlock_all()`;
  return tryLock(sql<{ got: boolean }[]>`select pg_try_advisory_lock(${PRESENCE_LOCK}) as got`);
}

async function tryLock(query: PromiseLike<readonly { got: boolean }[]>): Promise<boolean> {
  const rows = await query;
  return rows[0]?.got === true;
}

async function createDatabase(sql: postgres.Sql): Promise<void> {
  const found = await sql`select 1 from pg_database where datname = ${DATABASE}`;
  if (found.length > 0) return;
  await sql`create database ${sql(DATABASE)}`.catch((error: unknown) => {
    if (!ALREADY_EXISTS.includes(errorCode(error) ?? '')) throw error;
  });
}
