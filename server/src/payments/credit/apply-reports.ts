import type { Context } from '../../app/context.ts';
import { announcing, isSome, recordEvents } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { isRefusal } from '../../platform/db/errors.ts';
import type { WatchedDepositRow } from '../deposits/deposit.ts';
import { updateDepositsChecked } from '../deposits/deposit-store.ts';
import type { AnnouncedMove, PaymentChange, PaymentKey, PaymentRow } from '../payment/payment.ts';
import { paymentEvent } from '../payment/payment-events.ts';
import { isOpen } from '../payment/states.ts';
import { movePayments } from '../payment/store.ts';
import type { Booking } from '../payment/test-bookings.ts';
import { byPayment, confirmationsIn, judge, type Observation } from './evaluate.ts';

/** Interval between looks when the chain did not say when to look again. */
const watchEveryMs = 5000;
/** Interval while a transaction is confirming and someone watches the checkout. */
const followEveryMs = 1000;

/**
 * Applies what the chains reported in one transaction. When one of the reports cannot be applied, each payment is applied
 * alone, so that a bad report holds up only its own payment.
 */
export async function applyObservations(
  ctx: Context,
  askedAt: Date,
  observations: Observation[],
): Promise<void> {
  if (observations.length === 0) return;
  const mayAssume = true;
  try {
    await announcing(ctx, (tx) => applyTogether(ctx, tx, askedAt, observations, { mayAssume }), isSome);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.bookings.forget();
    for (const alone of byPayment(observations)) await applyAlone(ctx, askedAt, alone);
  }
}

async function applyAlone(ctx: Context, askedAt: Date, observations: Observation[]): Promise<void> {
  try {
    await announcing(ctx, (tx) => applyTogether(ctx, tx, askedAt, observations), isSome);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { payment_id, chain, environment } = observations[0]?.deposit ?? {};
    ctx.log.error({ err: error, payment_id, chain, environment }, 'report refused, will be asked for again');
  }
}

/**
 * Applies reports in the caller's transaction: moves, events and the next due times. Returns the number of moves.
 */
export async function applyTogether(
  ctx: Context,
  tx: Sql,
  askedAt: Date,
  observations: Observation[],
  { mayAssume } = { mayAssume: false },
): Promise<number> {
  const verdicts = byPayment(observations).map(judge);
  const booking = ctx.bookings.of(
    observations.map(({ deposit }) => deposit),
    { mayAssume },
  );
  const moved = new Set<string>();
  let moves = 0;
  for (const move of ['detect', 'confirm', 'fail'] as const) {
    const changes = verdicts.flatMap((verdict) => verdict[move] ?? []);
    const rows = await moveAndAnnounce(ctx, tx, move, changes, move === 'confirm' ? booking : 'none');
    moves += rows.length;
    if (move !== 'detect') for (const row of rows) moved.add(row.payment_id);
  }
  await updateDepositsChecked(
    tx,
    observations.map((observation) => ({
      deposit: observation.deposit,
      checkAt: moved.has(observation.deposit.payment_id) ? null : nextCheck(observation, askedAt),
      asOf: observation.report.asOf,
      confirmations: confirmationsIn(observation.report),
    })),
  );
  return moves;
}

/** Changes the status and records the event. Refunds also move payments, without a payment event. */
export async function moveAndAnnounce(
  ctx: Context,
  tx: Sql,
  move: AnnouncedMove,
  changes: (PaymentChange | PaymentKey)[],
  booking: Booking = 'none',
): Promise<PaymentRow[]> {
  const now = ctx.clock.now();
  const rows = await movePayments(tx, move, now, changes, booking);
  if (rows.length === 0) return rows;
  if (rows[0]?.were_open) ctx.bookings.learn(rows);
  await recordEvents(
    tx,
    ctx.ids,
    rows.map((row) => paymentEvent(move, row, now)),
  );
  for (const follow of ctx.followers) await follow(tx, move, rows);
  return rows;
}

function nextCheck({ deposit, report }: Observation, askedAt: Date): Date | null {
  if (!isOpen(deposit.status)) return null;
  const usual = report.askAgainAt ?? new Date(askedAt.getTime() + watchEveryMs);
  const underWay = deposit.followed && report.transactions.some((tx) => tx.status.state === 'seen');
  const soon = new Date(askedAt.getTime() + followEveryMs);
  const next = underWay && soon < usual ? soon : usual;
  // Look again at the deadline at the latest, so that the payment can expire on time.
  return lastLook(deposit, askedAt, next);
}

function lastLook({ expires_at }: WatchedDepositRow, askedAt: Date, next: Date): Date {
  return expires_at > askedAt && expires_at < next ? expires_at : next;
}
