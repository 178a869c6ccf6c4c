import type { Clock } from '../../../lib/clock.ts';
import { ApiError } from '../../../lib/errors.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { selectTaken, takeFree } from './solana-pool-store.ts';

export {
  countFree,
  selectLastTaken,
  selectSkipped,
  updateFreeSkipped,
  updateSkippedTaken as assignSkipped,
} from './solana-pool-store.ts';

/** The payment's deposit address: always the same one, and no other payment's. */
export async function takeAddress(sql: Sql, clock: Clock, paymentId: string): Promise<string> {
  const known = await selectTaken(sql, paymentId);
  if (known) return known;
  const taken = await takeFree(sql, paymentId, clock.now()).catch((error: unknown) => {
    // The same payment asked twice at once.
    if (isUniqueViolation(error, 'solana_addresses_payment_id_key')) return null;
    throw error;
  });
  const address = taken ?? (await selectTaken(sql, paymentId));
  if (address) return address;
  throw new ApiError('SERVICE_UNAVAILABLE', {
    message: 'No deposit address is ready on solana. Choose another chain, or try again in a minute.',
  });
}
