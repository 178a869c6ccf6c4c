import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Environment } from '../../lib/environment.ts';
import { isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import type { PaymentKey } from '../payment/payment.ts';
import type { ListUnappliedQuery } from './schema.ts';
import { selectUnapplied, selectUnappliedPage } from './store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

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
