import type { ChainId } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { depositsOf, lookNow } from '../payments/deposits.ts';
import type { AnnouncedMove, PaymentRow } from '../payments/payment.ts';
import { holdPaymentsAt } from '../payments/payments.ts';
import { isOpen } from '../payments/states.ts';
import { unique } from '../unique.ts';
import type { ArrivalRow } from '../watching/arrival.ts';
import { arrivalsEverywhere } from '../watching/watching.ts';
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
  for (const row of rows) if (row.environment === 'live') await decideArrivals(ctx, tx, row);
}

/**
 * Follows arrivals: looks at open payments at once, and decides what comes after the end of others. The payments are
 * locked, so that money that becomes final in the moment in which its payment ends is decided once.
 */
export async function followArrivals(
  ctx: Context,
  tx: Sql,
  _chain: ChainId,
  addresses: string[],
): Promise<void> {
  const payments = await holdPaymentsAt(tx, addresses);
  await lookNow(
    tx,
    payments.filter(({ status }) => isOpen(status)),
    ctx.clock.now(),
  );
  for (const payment of payments) if (!isOpen(payment.status)) await decideArrivals(ctx, tx, payment);
}

async function decideArrivals(ctx: Context, tx: Sql, payment: PaymentRow): Promise<void> {
  const deposits = await depositsOf(tx, payment);
  const addresses = unique(deposits.map(({ address }) => address));
  const used = await selectUses(tx, payment);
  const isDecided = new Set(used.map(({ arrival_id }) => arrival_id));
  const arrivals = (await arrivalsEverywhere(tx, addresses)).filter(
    ({ arrival_id, state }) => state === 'final' && !isDecided.has(arrival_id),
  );
  if (arrivals.length === 0) return;
  const applied = used.reduce((sum, { applied_units }) => sum + BigInt(applied_units), 0n);
  const uses = decide(payment, deposits, applied, arrivals);
  const now = ctx.clock.now();
  await insertUses(tx, payment, now, uses);
  const rows = uses.flatMap((use, index) => unappliedRow(ctx, payment, arrivals[index], use, now));
  if (rows.length === 0) return;
  await insertUnapplied(tx, rows);
  await recordEvents(
    tx,
    ctx.ids,
    rows.map((row) => unappliedEvent(row)),
  );
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
