import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../app/context.ts';
import { nextAttemptAt } from '../../lib/backoff.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { selectLogo } from '../../platform/logos/logo-rows.ts';
import { MailError, toMailError } from './failures.ts';
import type { Mailer } from './mailer.ts';
import { failStaleEmails, nextEmailDue, recordFailure, recordSent, takeDueEmails } from './queue-store.ts';
import type { EmailWithShop, Urgency } from './store.ts';
import { composeMail } from './writing/compose.ts';
import { withLink } from './writing/links.ts';

const maxConcurrent = 5;
/** Longer than sending and recording can take. After this, other workers take over a dead worker's e-mails. */
const leaseMs = 2 * 60_000;
const staleBatchSize = 1000;
const staleAfterMs = dayMs;
const staleReason = 'not sent within 24 hours of its due time, for example because SMTP_URL was not set';
/** How long a stopping worker waits for messages in flight. */
const drainTimeoutMs = 10_000;
const recordRetryDelaysMs = [1000, 2000, 4000, 8000];

/**
 * Claims due e-mails up to the concurrency limit and sends them in parallel, outside any transaction. A run does not wait
 * for them to be sent, so a slow mail server blocks one slot and not the queue.
 */
export function createEmailTask(): Task {
  const inFlight = new Set<Promise<void>>();
  /** The merchant served last, for each urgency. */
  const lastTurns: Record<Urgency, string> = { 1: '', 2: '', 3: '' };
  let mailer: Mailer | null = null;

  async function allDone(): Promise<void> {
    while (inFlight.size > 0) await Promise.all(inFlight);
  }

  function send(ctx: Context, by: Mailer, email: EmailWithShop): void {
    const work = deliver(ctx, by, email).finally(() => {
      inFlight.delete(work);
      ctx.wake.at('send-emails', ctx.clock.now());
    });
    inFlight.add(work);
  }

  /** Claims urgent e-mails first; within an urgency, round-robin from the merchant after the last turn. Returns the count. */
  async function claim(ctx: Context, by: Mailer, now: Date, room: number): Promise<number> {
    const leaseUntil = new Date(now.getTime() + leaseMs);
    let left = room;
    for (const urgency of [1, 2, 3] as const) {
      for (const lastTurn of new Set([lastTurns[urgency], ''])) {
        if (left === 0) return room;
        const emails = await takeDueEmails(ctx.db, now, leaseUntil, { urgency, lastTurn, limit: left });
        lastTurns[urgency] = emails.at(-1)?.merchant_id ?? '';
        for (const email of emails) send(ctx, by, email);
        left -= emails.length;
      }
    }
    return room - left;
  }

  return {
    name: 'send-emails',
    async run(ctx) {
      mailer = ctx.mailer;
      const room = maxConcurrent - inFlight.size;
      if (!mailer || room === 0) return 0;
      const now = ctx.clock.now();
      const dueBefore = new Date(now.getTime() - staleAfterMs);
      const stale = await failStaleEmails(ctx.db, now, dueBefore, staleReason, staleBatchSize);
      return stale + (await claim(ctx, mailer, now, room));
    },
    nextDueAt: async (ctx) => (ctx.mailer && inFlight.size < maxConcurrent ? nextEmailDue(ctx.db) : null),
    async drain() {
      const done = new AbortController();
      const hangUp = pause(drainTimeoutMs, undefined, { signal: done.signal }).then(
        () => mailer?.hangUp(),
        () => undefined,
      );
      await allDone();
      done.abort();
      await hangUp;
    },
  };
}

/** Makes one attempt and records the result. Never rejects. */
async function deliver(ctx: Context, mailer: Mailer, email: EmailWithShop): Promise<void> {
  const problem = await attempt(ctx, mailer, email);
  const at = ctx.clock.now();
  if (problem === null) {
    ctx.metrics.emails.inc({ result: 'sent' });
    return record(ctx, email, () => recordSent(ctx.db, email, at));
  }
  const next = problem.permanent ? null : nextAttemptAt(email.attempts + 1, at, ctx.random);
  ctx.metrics.emails.inc({ result: next ? 'retried' : 'failed' });
  // Do not log the server's reply: it contains the recipient's address. The outbox shows it.
  const { email_id, merchant_id } = email;
  ctx.log.warn({ email_id, merchant_id, smtp_status: problem.smtpStatus, next }, 'email not sent');
  return record(ctx, email, () => recordFailure(ctx.db, email, problem.message, next));
}

async function attempt(ctx: Context, mailer: Mailer, email: EmailWithShop): Promise<MailError | null> {
  try {
    const logo = await selectLogo(ctx.db, email.merchant_id);
    await mailer.send(composeMail(withLink(ctx.secrets, email), logo, ctx.config, ctx.clock.now()));
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) {
      ctx.log.error({ err: error, email_id: email.email_id }, 'could not compose email');
    }
    return toMailError(error);
  }
}

/** Retries while the database is down, because an e-mail that is sent but not recorded would be sent again. */
async function record(ctx: Context, email: EmailWithShop, write: () => Promise<void>): Promise<void> {
  for (const retryDelayMs of [...recordRetryDelaysMs, null]) {
    try {
      return await write();
    } catch (error) {
      ctx.log.error({ err: error, email_id: email.email_id }, 'could not record the result of an email');
      if (retryDelayMs !== null) await pause(retryDelayMs);
    }
  }
}
