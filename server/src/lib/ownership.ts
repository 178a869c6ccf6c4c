import type { Environment } from './environment.ts';
import { ApiError, type ErrorCode } from './errors.ts';

/** Throws `notFound` without a row, and KEY_ENVIRONMENT_MISMATCH for a row of the caller's other environment. */
export function assertOwn<Row extends { environment: Environment }>(
  caller: { environment: Environment },
  row: Row | undefined,
  notFound: ErrorCode,
): Row {
  if (!row) throw new ApiError(notFound);
  if (row.environment !== caller.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
  return row;
}
