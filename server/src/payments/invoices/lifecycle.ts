import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import { announcing } from '../../messages/webhooks/events.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import { credit } from '../credit/credit.ts';
import { dayOf } from './content.ts';
import type { InvoiceRow } from './invoice.ts';
import { lockFor, queueInvoice } from './invoices.ts';
import { lockUnderWay, selectUnderWay } from './payment-store.ts';
import { type Invoice, toInvoice, type VoidedInvoice } from './schema.ts';
import { moveInvoices } from './store.ts';

export async function finalizeInvoice(
  ctx: Context,
  caller: Caller,
  invoiceId: string,
  send: boolean,
  claim: IdempotencyClaim | null,
): Promise<Invoice> {
  const invoice = await ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      const draft = await lockFor(tx, caller, invoiceId, 'finalize');
      if (send) await queueInvoice(ctx, tx, draft);
      assertDueDateNotPassed(ctx, draft);
      const row = await moveLocked(ctx, tx, 'finalize', draft);
      return { ...toInvoice(row, ctx.config.publicUrl), email_sent: send };
    }),
  );
  if (send) mailQueued(ctx);
  return invoice;
}

function assertDueDateNotPassed(ctx: Context, { due_date }: InvoiceRow): void {
  const today = dayOf(ctx.clock.now());
  if (due_date >= today) return;
  throw new ApiError('INVALID_DUE_DATE', {
    message: `The due date ${due_date} has passed. Set a later due_date, then finalize the invoice.`,
    details: { field: 'due_date', provided: due_date, today },
  });
}

/** Also expires the invoice's pending payment. Fails if a transaction for it was already seen on chain. */
export async function voidInvoice(
  ctx: Context,
  caller: Caller,
  invoiceId: string,
  claim: IdempotencyClaim | null,
): Promise<VoidedInvoice> {
  return announcing(ctx, (tx) =>
    underClaim(tx, claim, async () => {
      const open = await lockFor(tx, caller, invoiceId, 'void');
      const payment = await lockUnderWay(tx, open);
      const busy = payment ? payment.status === 'processing' : (await selectUnderWay(tx, open)) !== undefined;
      if (busy) throw new ApiError('INVOICE_PAYMENT_IN_PROGRESS');
      const [ended] = payment ? await credit(ctx, tx, [payment], 'expire') : [];
      if (ended && ended.status !== 'expired') throw new ApiError('INVOICE_PAYMENT_IN_PROGRESS');
      const { invoice_id, voided_at } = await moveLocked(ctx, tx, 'void', open);
      return { invoice_id, status: 'void' as const, voided_at: (voided_at ?? ctx.clock.now()).toISOString() };
    }),
  );
}

/** E-mails an open invoice, also if it was sent before. */
export async function sendInvoice(
  ctx: Context,
  caller: Caller,
  invoiceId: string,
  claim: IdempotencyClaim | null,
): Promise<Invoice> {
  const invoice = await ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      const row = await lockFor(tx, caller, invoiceId, 'send');
      await queueInvoice(ctx, tx, row);
      return { ...toInvoice(row, ctx.config.publicUrl), email_sent: true };
    }),
  );
  mailQueued(ctx);
  return invoice;
}

async function moveLocked(
  ctx: Context,
  tx: Sql,
  move: 'finalize' | 'void',
  locked: InvoiceRow,
): Promise<InvoiceRow> {
  const [row] = await moveInvoices(tx, move, ctx.clock.now(), [locked]);
  if (!row) throw new Error(`invoice ${locked.invoice_id} changed state while locked`);
  return row;
}
