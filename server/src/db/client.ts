import postgres from 'postgres';

const sharedTypes = {
  /** int8 as bigint: amounts in minor units must not pass through a float. */
  bigint: postgres.BigInt,
};

export type Db = postgres.Sql<{ bigint: bigint }>;
/** What a statement runs on: the pool, or one transaction. */
export type Sql = Db | postgres.TransactionSql<{ bigint: bigint }>;

/** A piece of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface DbOptions {
  poolSize: number;
  onNotice?: (message: string) => void;
}

export function connect(url: string, options: DbOptions): Db {
  return postgres(url, {
    max: options.poolSize,
    types: sharedTypes,
    idle_timeout: 60,
    connect_timeout: 10,
    connection: { application_name: 'causeway' },
    onnotice: (notice) => options.onNotice?.(String(notice['message'])),
  });
}

/** True for the errors that mean "the database is not there right now", not "the statement is wrong". */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return (
    /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|CONNECT|CONNECTION_)/.test(error.code) ||
    // Class 08: connection exceptions; 57P0x: the server is starting up or shutting down; 53300: too many connections.
    /^(08...|57P0[1-5]|53300)$/.test(error.code)
  );
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof postgres.PostgresError && error.code === '23505' && error.constraint_name === constraint
  );
}
