import type { Context } from '../../app/context.ts';
import type { ArrivalRow } from '../../chains/watching/arrival.ts';
import { arrivalsOn } from '../../chains/watching/cursors.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import { unique } from '../../lib/unique.ts';
import { feesOf } from '../../merchants/merchants.ts';
import { recordEvents } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { post } from '../../treasury/ledger/ledger.ts';
import type { Posting } from '../../treasury/ledger/posting.ts';
import { countUnits } from '../credit/count-units.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { depositsOfAll, lookNow } from '../deposits/deposits.ts';
import type { AnnouncedMove, PaymentRow } from '../payment/payment.ts';
import { holdPaymentsAt } from '../payment/payments.ts';
import { isOpen } from '../payment/states.ts';
import { holdRefunds } from '../refunds/hold-refunds.ts';
import { arrived, taken, tokenOf, withFees } from './arrival-postings.ts';
import { type Applied, decide, type Use } from './decide-arrivals.ts';
import { unappliedEvent } from './events.ts';
import { creditReturned, holdReturns } from './gone-returns.ts';
import { reverse, sortArrivals } from './reverse-arrivals.ts';
import { insertUnapplied, insertUses, type NewUnapplied, selectUses, updateReversed } from './store.ts';
import { takeBackGone } from './take-back-arrivals.ts';

/** Follows payments: when one is over, decides what became of the money that came for it. */
export async function followPayments(
  ctx: Context,
  tx: Sql,
  move: AnnouncedMove,
  rows: PaymentRow[],
): Promise<void> {
  if (move === 'detect') return;
  await decideArrivals(
    ctx,
    tx,
    rows.filter(({ environment }) => environment === 'live'),
  );
}

/**
 * Follows arrivals: looks at open payments at once, and decides what comes after the end of others. The payments are
 * locked, so that money that becomes final in the moment in which its payment ends is decided once.
 */
export async function followArrivals(ctx: Context, tx: Sql, addresses: string[]): Promise<void> {
  const payments = await holdPaymentsAt(tx, addresses);
  const open = payments.filter(({ status }) => isOpen(status));
  const over = payments.filter(({ status }) => !isOpen(status));
  await lookNow(tx, open, ctx.clock.now());
  await bookArrivals(ctx, tx, open);
  await decideArrivals(ctx, tx, over);
}

/** Books the final arrivals of payments that may still take them. */
async function bookArrivals(ctx: Context, tx: Sql, payments: PaymentRow[]): Promise<void> {
  if (payments.length === 0) return;
  const deposits = await depositsOfAll(tx, payments);
  const arrivals = await arrivalsOn(tx, chainIds, unique(deposits.map(({ address }) => address)));
  if (arrivals.length === 0) return;
  const now = ctx.clock.now();
  const { sourceOf } = await takeBackGone(ctx, tx, deposits, arrivals, []);
  const final = arrivals.filter(({ state }) => state === 'final');
  const owners = new Map(deposits.map(({ address, merchant_id }) => [address, merchant_id]));
  await post(
    tx,
    final.map((arrival) =>
      arrived(arrival, owners.get(arrival.address) ?? '', sourceOf(arrival.arrival_id), now),
    ),
  );
}

/** Decides all final arrivals of these payments that were not decided before. The payments are over, and locked. */
async function decideArrivals(ctx: Context, tx: Sql, payments: PaymentRow[]): Promise<void> {
  if (payments.length === 0) return;
  const deposits = await depositsOfAll(tx, payments);
  const arrivals = await arrivalsOn(tx, chainIds, unique(deposits.map(({ address }) => address)));
  if (arrivals.length === 0) return;
  const now = ctx.clock.now();
  const decided = await selectUses(tx, payments);
  const { sourceOf, wasTakenBack, returned } = await takeBackGone(ctx, tx, deposits, arrivals, decided);
  await holdReturns(tx, arrivals, returned);
  // Decided anew, as other money may have been counted meanwhile.
  if (returned.size > 0) await updateReversed(tx, [...returned], now);
  const used = decided.filter(({ arrival_id }) => !returned.has(arrival_id));
  const left: NewUnapplied[] = [];
  const postings: Posting[] = [];
  const fees = await feesOf(
    tx,
    payments.map(({ merchant_id }) => merchant_id),
  );
  for (const payment of payments) {
    const own = deposits.filter(({ payment_id }) => payment_id === payment.payment_id);
    const addresses = new Set(own.map(({ address }) => address));
    const here = arrivals.filter(({ address }) => addresses.has(address));
    const { standing, gone, undecided } = sortArrivals(
      here,
      used.filter(({ payment_id }) => payment_id === payment.payment_id),
    );
    const earlier = await appliedOf(tx, payment, own, standing);
    const feeBps = payment.purpose === null ? (fees.get(payment.merchant_id) ?? 0n) : 0n;
    const counted = await withCounts(tx, payment, own, undecided);
    const uses = withFees(decide(payment, own, earlier, counted), feeBps);
    await insertUses(tx, payment, now, uses);
    const applied = uses.reduce((sum, use) => sum + use.applied, earlier.units);
    await reverse(ctx, tx, payment, gone, applied);
    left.push(...uses.flatMap((use, index) => unappliedRow(ctx, payment, undecided[index], use, now)));
    const isFirst = earlier.units === 0n && !here.some(wasTakenBack);
    postings.push(
      ...undecided.map((arrival) => arrived(arrival, payment.merchant_id, sourceOf(arrival.arrival_id), now)),
      ...taken(payment, feeBps, uses, isFirst ? null : sourceOf, now),
    );
  }
  await post(tx, postings);
  const stored = await insertUnapplied(tx, left);
  const known = new Set(stored.map(({ arrival_id }) => arrival_id));
  const others = left.filter(({ arrival_id }) => !known.has(arrival_id));
  await creditReturned(tx, others, sourceOf, now);
  await recordEvents(tx, ctx.ids, stored.map(unappliedEvent));
  if (returned.size > 0 || arrivals.some(({ state }) => state === 'gone')) await holdRefunds(tx, payments);
}

/** What the standing decisions counted for the payment. */
async function appliedOf(
  tx: Sql,
  payment: PaymentRow,
  deposits: readonly DepositRow[],
  standing: readonly { arrival: ArrivalRow; applied: bigint }[],
): Promise<Applied> {
  const money = standing.map(({ arrival, applied }) => ({ at: arrival.block_time, units: applied }));
  const counts = await countAsPaid(tx, payment, deposits, money);
  const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
  return { units: sum(money.map(({ units }) => units)), counts: sum(counts) };
}

async function withCounts(
  tx: Sql,
  payment: PaymentRow,
  deposits: readonly DepositRow[],
  arrivals: readonly ArrivalRow[],
): Promise<(ArrivalRow & { counts: bigint })[]> {
  const money = arrivals.map(({ block_time, units }) => ({ at: block_time, units: BigInt(units) }));
  const counts = await countAsPaid(tx, payment, deposits, money);
  return arrivals.map((arrival, index) => ({ ...arrival, counts: counts[index] ?? 0n }));
}

/** At the prices of the deposit that the payment was paid with. Money elsewhere does not count for it. */
async function countAsPaid(
  tx: Sql,
  payment: PaymentRow,
  deposits: readonly DepositRow[],
  money: readonly { at: Date; units: bigint }[],
): Promise<bigint[]> {
  const paid = deposits.find(({ chain, token }) => chain === payment.chain && token === payment.token);
  return paid ? countUnits(tx, payment, paid, money) : money.map(({ units }) => units);
}

function unappliedRow(
  ctx: Context,
  payment: PaymentRow,
  arrival: ArrivalRow | undefined,
  use: Use,
  now: Date,
): NewUnapplied[] {
  if (!arrival || use.reason === null) return [];
  return [
    {
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
      arrived_at: arrival.block_time,
      created_at: now,
    },
  ];
}
