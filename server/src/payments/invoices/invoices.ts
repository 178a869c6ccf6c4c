import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { firstIdAt, isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { mailQueued, queueEmail } from '../../messages/email/emails.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { changedContent, newContent } from './content.ts';
import type { InvoiceContent, InvoiceNumber, InvoiceRow, InvoiceSeller } from './invoice.ts';
import { invoiceEmail } from './invoice-emails.ts';
import { takeNumber } from './numbers.ts';
import {
  type CreateInvoiceBody,
  type Invoice,
  type ListInvoicesQuery,
  toInvoice,
  type UpdateInvoiceBody,
} from './schema.ts';
import { type InvoiceAction, invoiceRefusals } from './states.ts';
import {
  type InvoiceListRow,
  insertInvoice,
  lockInvoice,
  selectInvoice,
  selectInvoiceOwner,
  selectInvoicePage,
  selectSeller,
  updateDraft,
} from './store.ts';

export async function createInvoice(
  ctx: Context,
  caller: Caller,
  body: CreateInvoiceBody,
  claim: IdempotencyClaim | null,
): Promise<Invoice> {
  const content = newContent(ctx, caller, body);
  const send = body.send_email ?? false;
  const invoice = await ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      const number = await takeNumber(tx, caller, body.invoice_number ?? null);
      const issue = send ? ({ status: 'open', ...(await selectSeller(tx, caller)) } as const) : draft;
      const row = newInvoice(ctx, caller, content, number, issue);
      await insertInvoice(tx, row);
      if (send) await queueInvoice(ctx, tx, row);
      return { ...toInvoice(row, ctx.config.publicUrl), email_sent: send };
    }),
  );
  if (send) mailQueued(ctx);
  return invoice;
}

const draft = { status: 'draft', seller_name: null, seller_address: null, seller_tax_id: null } as const;

function newInvoice(
  ctx: Context,
  caller: Caller,
  content: InvoiceContent,
  number: InvoiceNumber,
  issue: InvoiceSeller & { status: 'draft' | 'open' },
): InvoiceRow {
  const now = ctx.clock.now();
  return {
    invoice_id: ctx.ids.next('inv', now),
    merchant_id: caller.merchant_id,
    environment: caller.environment,
    ...issue,
    ...content,
    ...number,
    created_at: now,
    voided_at: null,
    paid_at: null,
    payment_id: null,
    chain: null,
    token: null,
  };
}

/** Queues the invoice e-mail. Call `mailQueued` after the commit. */
export async function queueInvoice(ctx: Context, tx: Sql, row: InvoiceRow): Promise<void> {
  if (row.customer_email === null) {
    throw new ApiError('MISSING_REQUIRED_FIELD', {
      message: 'The invoice has no customer_email, so it cannot be e-mailed. Set one while it is a draft.',
      details: { field: 'customer_email' },
    });
  }
  await queueEmail(ctx, tx, invoiceEmail(row, row.customer_email, ctx.config.publicUrl));
}

export async function getInvoice(ctx: Context, caller: Caller, invoiceId: string): Promise<InvoiceRow> {
  const key = { invoice_id: invoiceId, merchant_id: caller.merchant_id };
  return assertOwn(
    caller,
    isId('inv', invoiceId) ? await selectInvoice(ctx.db, key) : undefined,
    'INVOICE_NOT_FOUND',
  );
}

/** Locks the invoice until the transaction ends. Throws if its state does not allow the action. */
export async function lockFor(
  tx: Sql,
  caller: Caller,
  invoiceId: string,
  action: InvoiceAction,
): Promise<InvoiceRow> {
  const key = { invoice_id: invoiceId, merchant_id: caller.merchant_id };
  const row = assertOwn(
    caller,
    isId('inv', invoiceId) ? await lockInvoice(tx, key) : undefined,
    'INVOICE_NOT_FOUND',
  );
  return assertAllowed(row, action);
}

export function assertAllowed(row: InvoiceRow, action: InvoiceAction): InvoiceRow {
  const refusal = invoiceRefusals[action][row.status];
  if (refusal) throw new ApiError(refusal, { details: { status: row.status } });
  return row;
}

export async function listInvoices(
  ctx: Context,
  caller: Caller,
  query: ListInvoicesQuery,
): Promise<Page<InvoiceListRow>> {
  const request = readPage(query, caller.merchant_id, 'inv', 'INVOICE_NOT_FOUND');
  const fromMs = query.created_gte === undefined ? null : parseTimestamp(query.created_gte);
  const toMs = query.created_lte === undefined ? null : parseTimestamp(query.created_lte);
  const filter = {
    environment: caller.environment,
    status: query.status ?? null,
    customerEmail: query.customer_email ?? null,
    fromId: fromMs === null ? null : firstIdAt('inv', fromMs),
    beforeId: toMs === null ? null : firstIdAt('inv', toMs + 1),
  };
  const page = await selectInvoicePage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'INVOICE_NOT_FOUND');
  return page;
}

export async function updateInvoice(
  ctx: Context,
  caller: Caller,
  invoiceId: string,
  body: UpdateInvoiceBody,
): Promise<Invoice> {
  const row = await ctx.db.begin(async (tx) => {
    const before = await lockFor(tx, caller, invoiceId, 'update');
    const content = changedContent(ctx, caller, before, body);
    return updateDraft(tx, before, content, await changedNumber(tx, before, body.invoice_number));
  });
  if (!row) throw new Error(`draft ${invoiceId} changed state while locked`);
  return toInvoice(row, ctx.config.publicUrl);
}

/** Null asks for a generated number; an invoice that has one keeps it. */
async function changedNumber(
  tx: Sql,
  before: InvoiceRow,
  given: string | null | undefined,
): Promise<InvoiceNumber> {
  const keeps =
    given === undefined || given === before.invoice_number || (given === null && before.number_generated);
  return keeps ? before : takeNumber(tx, before, given);
}

/** By its id alone, which is all that a customer has. */
export async function findInvoice(sql: Sql, invoiceId: string): Promise<InvoiceRow | undefined> {
  const key = isId('inv', invoiceId) ? await selectInvoiceOwner(sql, invoiceId) : undefined;
  return key && selectInvoice(sql, key);
}
