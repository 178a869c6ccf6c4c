import type { Environment } from './environment.ts';
import { ApiError, type ErrorCode } from './errors.ts';

/** Another merchant's row is not found at all; the caller's own in the other environment names the wrong key. */
export function assertOwn<Row extends { environment: Environment }>(
  caller: { environment: Environment },
  row: Row | undefined,
  notFound: ErrorCode,
): Row {
  if (!row) throw new ApiError(notFound);
  if (row.environment !== caller.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
  return row;
}
