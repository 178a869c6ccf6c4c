import type { Sql } from '../db/client.ts';
import type { Task } from '../jobs/task.ts';
import { announcing, isSome, recordEvents } from '../webhooks/events.ts';
import { dayOf, endOfDay } from './content.ts';
import { invoiceEvent } from './invoice-events.ts';
import { lockExpirable, nextDueDate, selectExpirable } from './payment-store.ts';
import { moveInvoices } from './store.ts';

const batchSize = 200;

/**
 * Expires open invoices after their due date. An invoice with a payment in progress stays open until the payment ends,
 * or expires with the due date, after a last check of its chain.
 */
const expireInvoices: Task = {
  name: 'expire-invoices',
  async run(ctx) {
    const now = ctx.clock.now();
    const today = dayOf(now);
    const expire = async (tx: Sql) => {
      const locked = await lockExpirable(tx, today, batchSize);
      if (locked.length === 0) return 0;
      // Check again: a payment may have been created while lockExpirable ran.
      const rows = await moveInvoices(tx, 'expire', now, await selectExpirable(tx, today, locked));
      await recordEvents(
        tx,
        ctx.ids,
        rows.map((row) => invoiceEvent('expire', row, now)),
      );
      return rows.length;
    };
    return announcing(ctx, expire, isSome);
  },
  async nextDueAt(ctx) {
    const day = await nextDueDate(ctx.db);
    return day === null ? null : endOfDay(day);
  },
};

export const invoiceTasks: Task[] = [expireInvoices];
