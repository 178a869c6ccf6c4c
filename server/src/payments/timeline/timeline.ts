import type { Context } from '../../app/context.ts';
import type { PaymentRow } from '../payment/payment.ts';
import type { TimelineEntry } from './schema.ts';
import { timelineSources } from './sources.ts';

/** Of each kind, and of all together. */
const maxOfEach = 200;
const maxEntries = 500;

/** What happened to a payment, the oldest first. */
export async function readTimeline(
  ctx: Context,
  payment: PaymentRow,
): Promise<{ entries: TimelineEntry[]; hasMore: boolean }> {
  const found = await Promise.all(timelineSources.map((source) => source(ctx, payment, maxOfEach + 1)));
  const entries = found
    .flatMap((some) => some.slice(0, maxOfEach))
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
  const isCut = found.some((some) => some.length > maxOfEach);
  return { entries: entries.slice(0, maxEntries), hasMore: isCut || entries.length > maxEntries };
}
