import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, type PageQuery, readPage } from '../../platform/db/pagination.ts';
import type { PaymentListRow } from '../payment/payment.ts';
import { changedContent, type LinkChange, newContent } from './content.ts';
import { type LinkKind, linkKinds, type PaymentLinkRow, type ShownLink } from './payment-link.ts';
import type { CreatePaymentLinkBody } from './schema.ts';
import type { PaymentLinkStatus } from './states.ts';
import { insertLink, lockLink, selectLink, selectLinkPage, selectLinkPayments, updateLink } from './store.ts';

/** Returns what `show` makes of the row, which is kept as the answer to the claim. */
export async function createLink<Shown>(
  ctx: Context,
  caller: Caller,
  kind: LinkKind,
  body: CreatePaymentLinkBody,
  claim: IdempotencyClaim | null,
  show: (row: PaymentLinkRow) => Shown,
): Promise<Shown> {
  const now = ctx.clock.now();
  const row: PaymentLinkRow = {
    payment_link_id: ctx.ids.next(linkKinds[kind].prefix, now),
    merchant_id: caller.merchant_id,
    environment: caller.environment,
    kind,
    ...newContent(ctx, caller, body),
    created_at: now,
    updated_at: now,
  };
  return ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      await insertLink(tx, row);
      return show(row);
    }),
  );
}

export async function getLink(
  sql: Sql,
  caller: Caller,
  kind: LinkKind,
  linkId: string,
  select = selectLink,
): Promise<PaymentLinkRow> {
  const { prefix, notFound } = linkKinds[kind];
  const key = { payment_link_id: linkId, merchant_id: caller.merchant_id };
  return assertOwn(caller, isId(prefix, linkId) ? await select(sql, key) : undefined, notFound);
}

/** Locks the link, so that concurrent updates of different fields do not overwrite each other. */
export async function changeLink(
  ctx: Context,
  caller: Caller,
  kind: LinkKind,
  linkId: string,
  body: LinkChange,
): Promise<PaymentLinkRow> {
  return ctx.db.begin(async (tx) => {
    const before = await getLink(tx, caller, kind, linkId, lockLink);
    if (Object.keys(body).length === 0) return before;
    const row = { ...before, ...changedContent(ctx, caller, before, body), updated_at: ctx.clock.now() };
    await updateLink(tx, row);
    return row;
  });
}

export async function listLinks(
  ctx: Context,
  caller: Caller,
  kind: LinkKind,
  query: PageQuery & { status?: PaymentLinkStatus },
): Promise<Page<ShownLink>> {
  const { prefix, notFound } = linkKinds[kind];
  const request = readPage(query, caller.merchant_id, prefix, notFound);
  const filter = { kind, environment: caller.environment, status: query.status ?? null };
  const page = await selectLinkPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, notFound);
  return page;
}

export async function listLinkPayments(
  ctx: Context,
  caller: Caller,
  linkId: string,
  query: PageQuery,
): Promise<Page<PaymentListRow>> {
  const request = readPage(query, caller.merchant_id, 'pay', 'PAYMENT_NOT_FOUND');
  const page = await selectLinkPayments(ctx.db, await getLink(ctx.db, caller, 'link', linkId), request);
  assertCursor(page, request, caller.environment, 'PAYMENT_NOT_FOUND');
  return page;
}
