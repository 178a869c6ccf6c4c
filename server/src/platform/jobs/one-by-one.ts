import type { Context } from '../../app/context.ts';
import { minuteMs } from '../../lib/durations.ts';
import type { Claim } from '../db/claim.ts';
import { isRefusal } from '../db/errors.ts';
import type { TaskName } from './task-names.ts';

const againAfterMs = 10 * minuteMs;
const maxSetAside = 10_000;

/**
 * Claims rows and carries them out in one transaction. Passes their ids to `claimed` before it does anything with them.
 * Returns how many rows it did.
 */
type Work = (claim: Claim, claimed: (ids: string[]) => void) => Promise<number>;

/**
 * For tasks that carry out rows of several merchants in one transaction, which is cheap while all can be carried out. If
 * one cannot, each is tried alone, and that one is set aside for ten minutes, so that it stops no other. Only in memory:
 * the row stays due, and another process finds out by itself.
 */
export class OneByOne {
  readonly #task: TaskName;
  readonly #untilMs = new Map<string, number>();

  constructor(task: TaskName) {
    this.#task = task;
  }

  /** What is not due now, although its row says so. Without it, `nextDueAt` would keep the loop awake. */
  claim({ clock }: Pick<Context, 'clock'>): Claim {
    const nowMs = clock.nowMs();
    for (const [id, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(id);
    return { except: [...this.#untilMs.keys()] };
  }

  /** Throws what is not about a row, like a lost connection. Returns how many rows were done or set aside. */
  async run(ctx: Context, work: Work): Promise<number> {
    let ids: string[] = [];
    try {
      return await work(this.claim(ctx), (claimed) => {
        ids = claimed;
      });
    } catch (error) {
      if (!isRefusal(error) || ids.length === 0) throw error;
    }
    let done = 0;
    for (const id of ids) done += await this.#alone(ctx, id, work);
    return done;
  }

  async #alone(ctx: Context, id: string, work: Work): Promise<number> {
    try {
      return await work({ only: id }, () => undefined);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      ctx.log.error({ err: error, task: this.#task, id }, 'could not be carried out, will retry');
      this.#setAside(id, ctx.clock.nowMs());
      return 1;
    }
  }

  #setAside(id: string, nowMs: number): void {
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size >= maxSetAside && oldest !== undefined) this.#untilMs.delete(oldest);
    this.#untilMs.set(id, nowMs + againAfterMs);
  }
}
