import type { Sql } from '../db/client.ts';
import type { AnnouncedMove, PaymentRow } from './payment.ts';

/**
 * Does what follows from moves of payments, in the same transaction. Payments do not know what they pay for: whoever
 * needs to hear of a move is on the list that `compose.ts` hands to the context.
 */
export type PaymentFollower = (tx: Sql, move: AnnouncedMove, rows: PaymentRow[]) => Promise<void>;
