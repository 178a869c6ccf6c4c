import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { post } from '../ledger/ledger.ts';
import { completionPosting } from '../ledger/postings.ts';
import { feesOf } from '../merchants/merchants.ts';
import type { AnnouncedMove, PaymentRow } from './payment.ts';

/** Follows payments: books those that completed in test mode. Live ones are booked with the arrivals they took. */
export async function followCompletions(
  ctx: Pick<Context, 'ids'>,
  tx: Sql,
  move: AnnouncedMove,
  rows: PaymentRow[],
): Promise<void> {
  if (move === 'confirm') await bookTestPayments(ctx, tx, rows);
}

/** Books test payments that are paid. Those booked before are left alone. */
export async function bookTestPayments(
  ctx: Pick<Context, 'ids'>,
  tx: Sql,
  rows: PaymentRow[],
): Promise<void> {
  const paid = rows.filter(({ environment }) => environment === 'test');
  if (paid.length === 0) return;
  const fees = await feesOf(
    tx,
    paid.map((row) => row.merchant_id),
  );
  await post(
    tx,
    ctx.ids,
    paid.flatMap(({ environment, merchant_id: merchantId, chain, token, token_units, ...row }) => {
      if (chain === null || token === null || token_units === null || row.completed_at === null) return [];
      const money = { environment, merchantId, chain, token, units: BigInt(token_units) };
      const feeBps = fees.get(merchantId) ?? 0n;
      return [completionPosting(money, feeBps, 'deposit_address', row.payment_id, row.completed_at)];
    }),
  );
}
