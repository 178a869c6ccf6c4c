import pg from 'pg';

type ConnectionCode =
  | 'CONNECTION_CLOSED'
  | 'CONNECTION_ENDED'
  | 'CONNECTION_DESTROYED'
  | 'CONNECT_TIMEOUT'
  | 'CONNECT_READ_ONLY';

/** The connection was lost. Whether the statement was executed is unknown. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  readonly code: ConnectionCode;

  constructor(code: ConnectionCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** True if the database is unavailable, as opposed to a wrong statement. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return (
    /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_|CONNECTION_)/.test(
      error.code,
    ) ||
    // Class 08: connection exceptions; 57P0x: the server is starting up or shutting down; 53300: too many connections.
    /^(08...|57P0[1-5]|53300)$/.test(error.code)
  );
}

/** True if a write failed for want of disk space, because the database is read-only, or because of an I/O error. */
export function isStorageError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['53100', '25006', '58030'].includes(error.code ?? '');
}

/** True if a statement waited longer than `lock_timeout` for what others hold, or was ended since each waited for the other. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '');
}

/** Errors for a prepared statement that the server no longer has in this form. The statement was not executed. */
const staleRoutines = ['FetchPreparedStatement', 'RevalidateCachedQuery'];

/** True after a migration changed what a prepared statement returns: it has to be prepared again. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && staleRoutines.includes(error.routine ?? '');
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/**
 * True when the error is about what was to be done, so that something else may succeed: an exception in our code, or
 * values that the database rejects (SQLSTATE classes 22, data, and 23, constraints, and what a trigger raises).
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(2[23]...|P0001)$/.test(error.code ?? '');
  return !isConnectionError(error);
}

/** Gives pg's own errors about lost connections a code. Errors of Postgres and of the socket have one. */
export function asConnectionError(error: Error): Error {
  if ('code' in error && typeof error.code === 'string') return error;
  return error.message === 'timeout expired'
    ? new ConnectionError('CONNECT_TIMEOUT', 'The database did not answer in time', error)
    : new ConnectionError('CONNECTION_CLOSED', error.message, error);
}
