import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { unique } from '../../lib/unique.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import type { PaymentListRow } from '../payment/payment.ts';
import { amountsOf } from './amounts.ts';
import type { PaymentLinkRow } from './payment-link.ts';
import {
  type CreatePaymentLinkBody,
  type ListLinkPaymentsQuery,
  type ListPaymentLinksQuery,
  type PaymentLink,
  toPaymentLink,
} from './schema.ts';
import type { PaymentLinkStatus } from './states.ts';
import {
  countLinkPayments,
  insertLink,
  selectLink,
  selectLinkPage,
  selectLinkPayments,
  updateStatus,
} from './store.ts';

/** The metadata of a payment that names its link. */
export const linkMetadataKey = 'payment_link_id';
const maxMetadataKeys = 20;

export async function createPaymentLink(
  ctx: Context,
  caller: Caller,
  body: CreatePaymentLinkBody,
  claim: IdempotencyClaim | null,
): Promise<PaymentLink> {
  const row = newLink(ctx, caller, body);
  return ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      await insertLink(tx, row);
      return toPaymentLink(row, { paid: 0, completed: 0 }, ctx.config.publicUrl);
    }),
  );
}

/** Omitted chains and tokens get the merchant's defaults. */
function newLink(ctx: Context, caller: Caller, body: CreatePaymentLinkBody): PaymentLinkRow {
  const now = ctx.clock.now();
  const expiresMs = body.expires_at === undefined ? null : parseTimestamp(body.expires_at);
  return {
    payment_link_id: ctx.ids.next('plink', now),
    merchant_id: caller.merchant_id,
    environment: caller.environment,
    status: 'active',
    name: body.name,
    currency: body.currency,
    ...amountsOf(body),
    description: body.description ?? null,
    metadata: body.metadata ?? {},
    redirect_url: body.redirect_url ?? null,
    cancel_url: body.cancel_url ?? null,
    expiration_minutes: body.expiration_minutes ?? null,
    accepted_chains: body.accepted_chains ? unique(body.accepted_chains) : caller.default_accepted_chains,
    accepted_tokens: body.accepted_tokens ? unique(body.accepted_tokens) : caller.default_accepted_tokens,
    max_payments: body.max_payments ?? null,
    expires_at: expiresMs === null ? null : new Date(expiresMs),
    created_at: now,
    updated_at: now,
  };
}

/** Leaves room for the key that names the link. */
export function assertMetadataRoom({ metadata = {} }: Pick<CreatePaymentLinkBody, 'metadata'>): void {
  if (Object.keys({ ...metadata, [linkMetadataKey]: '' }).length <= maxMetadataKeys) return;
  throw new ApiError('METADATA_TOO_LARGE', {
    message: `The metadata of a link has at most ${maxMetadataKeys - 1} keys: its payments also get ${linkMetadataKey}.`,
    details: { field: 'metadata', max_keys: maxMetadataKeys - 1 },
  });
}

export function assertInFuture(
  ctx: Context,
  { expires_at: at }: Pick<CreatePaymentLinkBody, 'expires_at'>,
): void {
  const ms = at === undefined ? null : parseTimestamp(at);
  if (ms === null || ms > ctx.clock.nowMs()) return;
  throw new ApiError('INVALID_PARAMETER', {
    message: 'The link would have expired already. Choose a time in the future.',
    details: { field: 'expires_at', provided: at },
  });
}

async function ownLink(ctx: Context, caller: Caller, paymentLinkId: string): Promise<PaymentLinkRow> {
  const key = { payment_link_id: paymentLinkId, merchant_id: caller.merchant_id };
  const row = isId('plink', paymentLinkId) ? await selectLink(ctx.db, key) : undefined;
  return assertOwn(caller, row, 'PAYMENT_LINK_NOT_FOUND');
}

export async function getPaymentLink(
  ctx: Context,
  caller: Caller,
  paymentLinkId: string,
): Promise<PaymentLink> {
  return withCounts(ctx, await ownLink(ctx, caller, paymentLinkId));
}

export async function changePaymentLink(
  ctx: Context,
  caller: Caller,
  paymentLinkId: string,
  status: PaymentLinkStatus,
): Promise<PaymentLink> {
  const row = await updateStatus(ctx.db, await ownLink(ctx, caller, paymentLinkId), status, ctx.clock.now());
  return withCounts(ctx, assertOwn(caller, row, 'PAYMENT_LINK_NOT_FOUND'));
}

async function withCounts(ctx: Context, row: PaymentLinkRow): Promise<PaymentLink> {
  return toPaymentLink(row, await countLinkPayments(ctx.db, row), ctx.config.publicUrl);
}

export async function listPaymentLinks(
  ctx: Context,
  caller: Caller,
  query: ListPaymentLinksQuery,
): Promise<Page<PaymentLinkRow>> {
  const request = readPage(query, caller.merchant_id, 'plink', 'PAYMENT_LINK_NOT_FOUND');
  const filter = { environment: caller.environment, status: query.status ?? null };
  const page = await selectLinkPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'PAYMENT_LINK_NOT_FOUND');
  return page;
}

export async function listLinkPayments(
  ctx: Context,
  caller: Caller,
  paymentLinkId: string,
  query: ListLinkPaymentsQuery,
): Promise<Page<PaymentListRow>> {
  const request = readPage(query, caller.merchant_id, 'pay', 'PAYMENT_NOT_FOUND');
  const page = await selectLinkPayments(ctx.db, await ownLink(ctx, caller, paymentLinkId), request);
  assertCursor(page, request, caller.environment, 'PAYMENT_NOT_FOUND');
  return page;
}
