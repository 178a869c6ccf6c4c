import { chainIds } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { depositsOfAll, lookNow } from '../payments/deposits.ts';
import type { AnnouncedMove, PaymentRow } from '../payments/payment.ts';
import { holdPaymentsAt } from '../payments/payments.ts';
import { isOpen } from '../payments/states.ts';
import { unique } from '../unique.ts';
import type { ArrivalRow } from '../watching/arrival.ts';
import { arrivalsOn } from '../watching/watching.ts';
import { recordEvents } from '../webhooks/events.ts';
import { decide, type Use } from './deciding.ts';
import { unappliedEvent } from './events.ts';
import { insertUnapplied, insertUses, selectUses } from './store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

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
  await decideArrivals(ctx, tx, over);
}

/** Decides all final arrivals of these payments that were not decided before. The payments are over, and locked. */
async function decideArrivals(ctx: Context, tx: Sql, payments: PaymentRow[]): Promise<void> {
  if (payments.length === 0) return;
  const deposits = await depositsOfAll(tx, payments);
  const arrivals = await finalArrivals(tx, unique(deposits.map(({ address }) => address)));
  if (arrivals.length === 0) return;
  const used = await selectUses(tx, payments);
  const isDecided = new Set(used.map(({ arrival_id }) => arrival_id));
  const now = ctx.clock.now();
  const left: UnappliedRow[] = [];
  for (const payment of payments) {
    const own = deposits.filter(({ payment_id }) => payment_id === payment.payment_id);
    const addresses = new Set(own.map(({ address }) => address));
    const undecided = arrivals.filter(
      ({ address, arrival_id }) => addresses.has(address) && !isDecided.has(arrival_id),
    );
    const applied = used
      .filter(({ payment_id }) => payment_id === payment.payment_id)
      .reduce((sum, { applied_units }) => sum + BigInt(applied_units), 0n);
    const uses = decide(payment, own, applied, undecided);
    await insertUses(tx, payment, now, uses);
    left.push(...uses.flatMap((use, index) => unappliedRow(ctx, payment, undecided[index], use, now)));
  }
  await insertUnapplied(tx, left);
  await recordEvents(tx, ctx.ids, left.map(unappliedEvent));
}

async function finalArrivals(tx: Sql, addresses: string[]): Promise<ArrivalRow[]> {
  const arrivals = await arrivalsOn(tx, chainIds, addresses);
  return arrivals.filter(({ state }) => state === 'final');
}

function unappliedRow(
  ctx: Context,
  payment: PaymentRow,
  arrival: ArrivalRow | undefined,
  use: Use,
  now: Date,
): UnappliedRow[] {
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
      token: arrival.token ?? arrival.asset ?? '',
      token_units: use.unapplied.toString(),
      tx_hash: arrival.tx_hash,
      payer_address: arrival.payer_address,
      arrived_at: arrival.block_time,
      created_at: now,
    },
  ];
}
