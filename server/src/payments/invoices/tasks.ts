import type { Context } from '../../app/context.ts';
import { announcing, isSome, recordEvents } from '../../messages/webhooks/events.ts';
import type { Claim } from '../../platform/db/claim.ts';
import type { Sql } from '../../platform/db/client.ts';
import { OneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { dayOf, endOfDay } from './content.ts';
import { invoiceEvent } from './invoice-events.ts';
import { lockExpirable, nextDueDate, selectExpirable } from './payment-store.ts';
import { moveInvoices } from './store.ts';

const batchSize = 200;

/**
 * Expires open invoices after their due date. An invoice with a payment in progress stays open until the payment ends,
 * or expires with the due date, after a last check of its chain.
 */
export function invoiceTasks(): Task[] {
  const oneByOne = new OneByOne('expire-invoices');
  return [
    {
      name: 'expire-invoices',
      run: (ctx) =>
        oneByOne.run(ctx, (claim, claimed) =>
          announcing(ctx, (tx) => expire(ctx, tx, claim, claimed), isSome),
        ),
      async nextDueAt(ctx) {
        const day = await nextDueDate(ctx.db, oneByOne.claim(ctx));
        return day === null ? null : endOfDay(day);
      },
    },
  ];
}

async function expire(
  ctx: Context,
  tx: Sql,
  claim: Claim,
  claimed: (ids: string[]) => void,
): Promise<number> {
  const now = ctx.clock.now();
  const today = dayOf(now);
  const locked = await lockExpirable(tx, today, batchSize, claim);
  if (locked.length === 0) return 0;
  claimed(locked.map(({ invoice_id }) => invoice_id));
  // Check again: a payment may have been created while lockExpirable ran.
  const rows = await moveInvoices(tx, 'expire', now, await selectExpirable(tx, today, locked));
  await recordEvents(
    tx,
    ctx.ids,
    rows.map((row) => invoiceEvent('expire', row, now)),
  );
  return rows.length;
}
