import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
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
    if (!ALREADY_THERE.includes(errorCode(error) ?? '')) throw error;
  });
}
