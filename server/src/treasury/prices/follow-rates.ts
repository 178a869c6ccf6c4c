import type { Context } from '../../app/context.ts';
import type { LivePrices } from './prices.ts';

const defaultEveryMs = 5000;
/** No warning for restarts and single failed rounds. */
const warnAfterMs = 60_000;

/** Keeps the rates in memory in sync with the table, which another process may write. */
export async function followRates(
  ctx: Context,
  { rates }: LivePrices,
  everyMs = defaultEveryMs,
): Promise<() => Promise<void>> {
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;
  const tell = createWarning(ctx);

  async function refresh(): Promise<void> {
    try {
      await rates.refresh();
    } catch (error) {
      ctx.log.debug({ err: error }, 'could not read the live prices');
    }
    tell(rates.statuses().some(({ reason }) => reason === null));
    if (!isStopped) next = setTimeout(() => (running = refresh()), everyMs).unref();
  }

  let running = refresh();
  await running;
  return async () => {
    isStopped = true;
    clearTimeout(next);
    await running;
  };
}

/** Warns if no asset has a rate. Workers log each asset that goes off, but there may be no worker. */
function createWarning(ctx: Context): (isAnyOffered: boolean) => void {
  let noneSinceMs: number | null = null;
  let isWarned = false;
  return (isAnyOffered) => {
    const nowMs = ctx.clock.nowMs();
    noneSinceMs = isAnyOffered ? null : (noneSinceMs ?? nowMs);
    const isLong = noneSinceMs !== null && nowMs - noneSinceMs >= warnAfterMs;
    if (isLong && !isWarned) ctx.log.warn('there are no live prices: live payments are not possible now');
    if (isAnyOffered && isWarned) ctx.log.info('there are live prices again');
    isWarned = isLong || (isWarned && !isAnyOffered);
  };
}
