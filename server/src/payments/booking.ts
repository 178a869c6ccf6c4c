import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import type { Posting } from '../ledger/posting.ts';
import { completionPosting } from '../ledger/postings.ts';
import type { AnnouncedMove, MovedPaymentRow, PaymentRow } from './payment.ts';

/** Follows payments: books those that completed in test mode. Live ones are booked with the arrivals they took. */
export async function followCompletions(
  tx: Sql,
  move: AnnouncedMove,
  rows: MovedPaymentRow[],
): Promise<void> {
  if (move !== 'confirm') return;
  await post(
    tx,
    rows.flatMap((row) => bookingOf(row, BigInt(row.fee_bps))),
  );
}

/** The posting of a test payment that is paid; none for a live one. */
export function bookingOf(payment: PaymentRow, feeBps: bigint): Posting[] {
  const { environment, merchant_id: merchantId, chain, token, token_units, completed_at } = payment;
  if (
    environment === 'live' ||
    chain === null ||
    token === null ||
    token_units === null ||
    completed_at === null
  )
    return [];
  const money = { environment, merchantId, chain, token, units: BigInt(token_units) };
  return [completionPosting(money, feeBps, 'deposit_address', payment.payment_id, completed_at)];
}
