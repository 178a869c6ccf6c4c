import type { Sql } from '../db/client.ts';
import type { Task } from '../jobs/task.ts';
import { announcing, isSome, recordEvents } from '../webhooks/events.ts';
import { dayOf, endOfDay } from './content.ts';
import { invoiceEvent } from './invoice-events.ts';
import { lockExpirable, nextDueDate, selectExpirable } from './payment-store.ts';
import { moveInvoices } from './store.ts';

const batchSize = 200;

/**
 * Expires open invoices once their due date is over. A payment for one never lasts longer than that day and expires by
 * its own task, which first asks the chain once more; until it has ended, its invoice stays open.
 */
const expireInvoices: Task = {
  name: 'expire-invoices',
  async run(ctx) {
    const now = ctx.clock.now();
    const today = dayOf(now);
    const expire = async (tx: Sql) => {
      const held = await lockExpirable(tx, today, batchSize);
      if (held.length === 0) return 0;
      // A payment may have been made after the statement before began to look.
      const rows = await moveInvoices(tx, 'expire', now, await selectExpirable(tx, today, held));
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
