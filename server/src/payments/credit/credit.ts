import type { Context } from '../../app/context.ts';
import { minuteMs } from '../../lib/durations.ts';
import { recordEvents } from '../../messages/webhooks/events.ts';
import { apart } from '../../platform/db/apart.ts';
import type { Sql, TransactionSql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import { sourceAfter } from '../../treasury/ledger/postings.ts';
import type { AnnouncedMove, PaymentRow } from '../payment/payment.ts';
import { paymentEvent, reversedEvent } from '../payment/payment-events.ts';
import { movePayments, updateLooks, updateSetAside, updateShown } from '../payment/payments.ts';
import { isOpen } from '../payment/states.ts';
import { holdRefunds } from '../refunds/hold-refunds.ts';
import { unappliedEvent } from '../unapplied-funds/events.ts';
import {
  cancelReturns,
  creditReturned,
  followReturned,
  insertUnapplied,
  type NewUnapplied,
} from '../unapplied-funds/gone-returns.ts';
import { tokenOf } from './arrival-postings.ts';
import type { Ending } from './decide-move.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { loadSubjects } from './load-subjects.ts';
import { insertReversal, insertUses, selectReversedUnits, updateReversed } from './store.ts';
import type { Subject } from './subject.ts';

const setAsideMs = 10 * minuteMs;

/**
 * The only place where money moves payments. Judges each payment once, over everything that came for it, and writes what
 * follows in the caller's transaction: the move, what is applied and what is not, postings, events. Called where arrivals
 * are stored or taken back, when the time of a payment has come, and when a request changes one. The payments are locked.
 * Returns them as they are then.
 */
export async function credit(
  ctx: Context,
  tx: Sql,
  payments: readonly PaymentRow[],
  ending: Ending | null = null,
): Promise<PaymentRow[]> {
  if (payments.length === 0) return [];
  const subjects = await loadSubjects(ctx, tx, payments);
  const now = ctx.clock.now();
  const judged = subjects.map((subject) => ({ subject, evaluation: evaluate(subject, now, ending) }));
  const evaluations = judged.map(({ evaluation }) => evaluation);
  const rows = new Map(payments.map((payment) => [payment.payment_id, payment]));
  for (const row of await move(ctx, tx, evaluations)) rows.set(row.payment_id, row);
  for (const { payment, shown } of evaluations)
    if (shown) for (const row of await updateShown(tx, payment, shown)) rows.set(row.payment_id, row);
  await keepLooks(tx, evaluations);
  await book(ctx, tx, judged, ctx.clock.now());
  return [...rows.values()];
}

/** The same for payments of several merchants. One that the database refuses is set aside alone, and tried again later. */
export function creditEach(
  ctx: Context,
  tx: TransactionSql,
  payments: readonly PaymentRow[],
): Promise<PaymentRow[]> {
  return apart(
    tx,
    payments,
    (inner, some) => credit(ctx, inner, some),
    async (payment, error) => {
      const { payment_id, merchant_id, environment } = payment;
      ctx.log.error({ err: error, payment_id, merchant_id, environment }, 'payment could not be credited');
      const now = ctx.clock.now();
      await updateSetAside(tx, payment, now, new Date(now.getTime() + setAsideMs));
    },
  );
}

const order = ['detect', 'confirm', 'fail', 'expire', 'cancel'] as const satisfies AnnouncedMove[];

/** Changes the status, records the events and tells who follows payments. */
async function move(ctx: Context, tx: Sql, evaluations: readonly Evaluation[]): Promise<PaymentRow[]> {
  const moved: PaymentRow[] = [];
  for (const kind of order) {
    const changes = evaluations.flatMap(({ moves, lookAt }) =>
      moves.filter((one) => one.move === kind).map(({ change }) => ({ ...change, look_at: lookAt })),
    );
    if (changes.length === 0) continue;
    // Read anew: ids of events are in the order of their times, and followers make others in between.
    const now = ctx.clock.now();
    const rows = await movePayments(tx, kind, now, changes);
    if (rows.length !== changes.length) throw new Error(`${kind} did not move all payments that are locked`);
    await recordEvents(
      tx,
      ctx.ids,
      rows.map((row) => paymentEvent(kind, row, now)),
    );
    await ctx.followers.paymentsMoved(tx, kind, rows);
    moved.push(...rows);
  }
  return moved;
}

/** Of payments that did not move. */
async function keepLooks(tx: Sql, evaluations: readonly Evaluation[]): Promise<void> {
  const others = evaluations.filter(
    ({ moves, payment, lookAt }) =>
      moves.length === 0 &&
      (payment.look_at?.getTime() !== lookAt?.getTime() || payment.set_aside_at !== null),
  );
  await updateLooks(
    tx,
    others.map(({ payment, lookAt }) => ({ ...payment, look_at: lookAt })),
  );
}

/** Writes what became of the money. */
async function book(
  ctx: Context,
  tx: Sql,
  judged: readonly { subject: Subject; evaluation: Evaluation }[],
  now: Date,
): Promise<void> {
  const evaluations = judged.map(({ evaluation }) => evaluation);
  const uses = evaluations.flatMap(({ payment, uses }) =>
    // Test mode keeps no decisions: its payments end once, and nothing is taken back.
    payment.environment === 'live' ? uses.map(({ use }) => ({ payment, use })) : [],
  );
  await insertUses(tx, now, uses);
  const left = evaluations.flatMap((evaluation) => unappliedRows(ctx, evaluation, now));
  const wasLost = new Set(
    judged.flatMap(({ subject }) => (subject.reversals.size > 0 ? subject.payment.payment_id : [])),
  );
  // Before returns of money that does not come back are ended.
  await followReturned(
    tx,
    left.filter(({ payment_id }) => wasLost.has(payment_id)),
  );
  for (const evaluation of evaluations) await reverse(ctx, tx, evaluation, now);
  await post(
    tx,
    evaluations.flatMap(({ postings }) => postings),
  );
  const stored = await insertUnapplied(tx, left);
  const known = new Set(stored.map(({ arrival_id }) => arrival_id));
  const others = left.filter(({ arrival_id }) => !known.has(arrival_id));
  const reversals = new Map(
    judged.flatMap(({ subject }) => (others.length > 0 ? [...subject.reversals] : [])),
  );
  await creditReturned(tx, others, (id) => sourceAfter(id, reversals.get(id) ?? 0), now);
  await recordEvents(tx, ctx.ids, stored.map(unappliedEvent));
  await holdRefunds(
    tx,
    judged.filter(({ subject }) => hasLost(subject)).map(({ evaluation }) => evaluation.payment),
  );
}

/** Takes back decisions about money that does not come back, and tells the merchant what a completed payment lacks. */
async function reverse(
  ctx: Context,
  tx: Sql,
  { payment, lost, missing: all }: Evaluation,
  now: Date,
): Promise<void> {
  if (lost.length === 0) return;
  await updateReversed(tx, lost, now);
  await cancelReturns(tx, lost, now);
  const { chain, token, payment_id } = payment;
  const missing = all - (await selectReversedUnits(tx, payment));
  if (missing <= 0n || chain === null || token === null) return;
  await insertReversal(tx, { ...payment, chain, token }, missing, now);
  await recordEvents(tx, ctx.ids, [reversedEvent(payment, missing, now)]);
  ctx.metrics.chains.reversals.inc({ chain });
  ctx.log.error({ payment_id, chain, token }, 'payment reversed: its chain abandoned final blocks');
}

/** Whether a chain ever took back money of a payment that is over. */
function hasLost({ payment, arrivals, reversals }: Subject): boolean {
  const isLost = ({ state, arrival_id }: Subject['arrivals'][number]) =>
    state === 'gone' || reversals.has(arrival_id);
  return !isOpen(payment.status) && arrivals.some(isLost);
}

function unappliedRows(ctx: Context, { payment, uses }: Evaluation, now: Date): NewUnapplied[] {
  return uses.flatMap(({ arrival, use }) => {
    if (use.reason === null) return [];
    return {
      unapplied_id: ctx.ids.next('unf', now),
      merchant_id: payment.merchant_id,
      environment: payment.environment,
      payment_id: payment.payment_id,
      arrival_id: arrival.arrival_id,
      status: 'open',
      reason: use.reason,
      chain: arrival.chain,
      token: tokenOf(arrival),
      token_units: use.unapplied.toString(),
      tx_hash: arrival.tx_hash,
      payer_address: arrival.payer_address,
      arrived_at: arrival.block_time ?? arrival.seen_at,
      created_at: now,
    } as const;
  });
}
