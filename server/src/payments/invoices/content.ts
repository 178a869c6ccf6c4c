import type { Context } from '../../app/context.ts';
import { assertSomeOption } from '../../chains/options.ts';
import type { Caller } from '../../lib/caller.ts';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { dayMs } from '../../lib/durations.ts';
import { ApiError } from '../../lib/errors.ts';
import { fiatOf, parseMillionths } from '../../lib/money.ts';
import { unique } from '../../lib/unique.ts';
import { type AmountOwner, assertPayable } from '../payment/payments.ts';
import type { InvoiceContent } from './invoice.ts';
import type { CreateInvoiceBody, UpdateInvoiceBody } from './schema.ts';
import { type LineItem, totalsOf } from './totals.ts';

const defaultDueDays = 30;

/** The UTC date as YYYY-MM-DD. Dates in this form compare as strings. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The end of a day in UTC. */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(day) + dayMs);
}

export function assertInFuture(now: Date, dueDate: string): void {
  if (dueDate > dayOf(now)) return;
  throw new ApiError('INVALID_DUE_DATE', {
    details: { field: 'due_date', provided: dueDate, after: dayOf(now) },
  });
}

function emptyContent(currency: Currency, now: Date): InvoiceContent {
  return {
    currency,
    ...totalsOf([], 0n),
    tax_rate_millionths: 0n,
    customer_email: null,
    customer_name: null,
    customer_address: null,
    customer_tax_id: null,
    memo: null,
    due_date: defaultDueDate(now),
    metadata: {},
    accepted_chains: null,
    accepted_tokens: null,
  };
}

function defaultDueDate(now: Date): string {
  return dayOf(new Date(now.getTime() + defaultDueDays * dayMs));
}

/** Omitted chains and tokens get the merchant's defaults. */
export function newContent(ctx: Context, caller: Caller, body: CreateInvoiceBody): InvoiceContent {
  const before = {
    ...emptyContent(body.currency, ctx.clock.now()),
    accepted_chains: caller.default_accepted_chains,
    accepted_tokens: caller.default_accepted_tokens,
  };
  return changedContent(ctx, caller, before, body);
}

/** Applies a change: omitted fields keep their value, null clears a field, and totals are recalculated. */
export function changedContent(
  ctx: Context,
  owner: AmountOwner,
  before: InvoiceContent,
  body: CreateInvoiceBody | UpdateInvoiceBody,
): InvoiceContent {
  const taxRate =
    body.tax_rate === undefined ? before.tax_rate_millionths : parseMillionths(body.tax_rate ?? '0');
  const content: InvoiceContent = {
    currency: body.currency ?? before.currency,
    ...totalsOf(body.line_items?.map(toLineItem) ?? before.lines, taxRate),
    tax_rate_millionths: taxRate,
    customer_email: body.customer_email === undefined ? before.customer_email : body.customer_email,
    customer_name: body.customer_name === undefined ? before.customer_name : body.customer_name,
    customer_address: body.customer_address === undefined ? before.customer_address : body.customer_address,
    customer_tax_id: body.customer_tax_id === undefined ? before.customer_tax_id : body.customer_tax_id,
    memo: body.memo === undefined ? before.memo : body.memo,
    due_date:
      body.due_date === undefined ? before.due_date : (body.due_date ?? defaultDueDate(ctx.clock.now())),
    metadata: body.metadata === undefined ? before.metadata : (body.metadata ?? {}),
    accepted_chains:
      body.accepted_chains === undefined
        ? before.accepted_chains
        : body.accepted_chains && unique(body.accepted_chains),
    accepted_tokens:
      body.accepted_tokens === undefined
        ? before.accepted_tokens
        : body.accepted_tokens && unique(body.accepted_tokens),
  };
  assertSomeOption(content.accepted_chains ?? chainIds, content.accepted_tokens ?? tokens);
  const repriced = [body.currency, body.line_items, body.tax_rate].some((given) => given !== undefined);
  if (repriced) assertPayable(ctx, owner, content);
  return content;
}

function toLineItem(item: CreateInvoiceBody['line_items'][number]): LineItem {
  return {
    description: item.description,
    quantity_millionths: parseMillionths(String(item.quantity)),
    unit_price_minor: fiatOf(item.unit_price),
  };
}
