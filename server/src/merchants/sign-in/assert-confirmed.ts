import type { Caller, SessionCaller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';

/** Refuses a session, of whatever age, whose member did not confirm this very request: see `confirmedBy`. */
export function assertConfirmed(
  caller: SessionCaller,
): asserts caller is SessionCaller & { confirmed_by: string } {
  if (caller.confirmed_by === undefined) throw new ApiError('CONFIRMATION_REQUIRED');
}

/** The same for what moves live money, which keys with the right may do. */
export function assertConfirmedInLive(caller: Caller): void {
  if (caller.kind === 'session' && caller.environment === 'live') assertConfirmed(caller);
}
