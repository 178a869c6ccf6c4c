import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import type { Page } from '../db/page.ts';
import type { Environment } from '../environment.ts';
import { isId } from '../ids.ts';
import { assertOwn } from '../ownership.ts';
import { assertCursor, readPage } from '../pagination.ts';
import type { PaymentKey } from '../payments/payment.ts';
import type { ListUnappliedQuery } from './schema.ts';
import { selectStandingUnits, selectUnapplied, selectUnappliedPage } from './store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

/** What a live payment took and its chain still has, if the chain took some of it back; else null. */
export function standingUnits(sql: Sql, payment: PaymentKey): Promise<bigint | null> {
  return selectStandingUnits(sql, payment);
}

/** The newest unapplied money of one payment. */
export async function unappliedOf(
  ctx: Context,
  payment: PaymentKey & { environment: Environment },
  limit: number,
): Promise<UnappliedRow[]> {
  const filter = { environment: payment.environment, paymentId: payment.payment_id, status: null };
  const newest = { merchantId: payment.merchant_id, cursorId: null, direction: 'older', limit } as const;
  return (await selectUnappliedPage(ctx.db, filter, newest)).rows;
}

export async function getUnapplied(ctx: Context, caller: Caller, id: string): Promise<UnappliedRow> {
  const key = { unapplied_id: id, merchant_id: caller.merchant_id };
  const row = isId('unf', id) ? await selectUnapplied(ctx.db, key) : undefined;
  return assertOwn(caller, row, 'UNAPPLIED_FUNDS_NOT_FOUND');
}

export async function listUnapplied(
  ctx: Context,
  caller: Caller,
  query: ListUnappliedQuery,
): Promise<Page<UnappliedRow>> {
  const request = readPage(query, caller.merchant_id, 'unf', 'UNAPPLIED_FUNDS_NOT_FOUND');
  const filter = {
    environment: caller.environment,
    paymentId: query.payment_id ?? null,
    status: query.status ?? null,
  };
  const page = await selectUnappliedPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'UNAPPLIED_FUNDS_NOT_FOUND');
  return page;
}
