import { setTimeout as pause } from 'node:timers/promises';
import { nextAttemptAt } from '../backoff.ts';
import type { Context } from '../context.ts';
import { dayMs } from '../durations.ts';
import type { Task } from '../jobs/task.ts';
import { logoFor } from '../merchants/logos.ts';
import { composeMail } from './compose.ts';
import { MailError, toMailError } from './failures.ts';
import { withLink } from './links.ts';
import type { Mailer } from './mailer.ts';
import { failStaleEmails, nextEmailDue, recordFailure, recordSent, takeDueEmails } from './queue-store.ts';
import type { EmailWithShop, Urgency } from './store.ts';

const maxAtOnce = 5;
/** Longer than sending and recording can take; a killed worker's emails are taken over after this. */
const leaseMs = 2 * 60_000;
const staleBatchSize = 1000;
const staleAfterMs = dayMs;
const staleReason =
  'not sent: it was due more than 24 hours ago and nothing could be sent since, as when SMTP_URL is not set';
/** How long a worker that is asked to end waits for the mail server. */
const patienceMs = 10_000;
const recordAgainAfterMs = [1000, 2000, 4000, 8000];

/**
 * Takes due emails as long as there is room and sends them side by side, outside any transaction. A run only takes:
 * sending goes on behind it, so that a slow recipient's server holds up one place and not the queue.
 */
export function createEmailTask(): Task {
  const underWay = new Set<Promise<void>>();
  /** The merchant whose turn was the last, for each urgency. */
  const turns: Record<Urgency, string> = { 1: '', 2: '', 3: '' };
  let mailer: Mailer | null = null;

  async function landed(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  function send(ctx: Context, by: Mailer, email: EmailWithShop): void {
    const work = deliver(ctx, by, email).finally(() => {
      underWay.delete(work);
      ctx.wake.at('send-emails', ctx.clock.now());
    });
    underWay.add(work);
  }

  /** The urgent first, and of each urgency from whoever's turn it is all the way round. Says how many there were. */
  async function take(ctx: Context, by: Mailer, now: Date, room: number): Promise<number> {
    const leaseUntil = new Date(now.getTime() + leaseMs);
    let left = room;
    for (const urgency of [1, 2, 3] as const) {
      for (const lastTurn of new Set([turns[urgency], ''])) {
        if (left === 0) return room;
        const emails = await takeDueEmails(ctx.db, now, leaseUntil, { urgency, lastTurn, limit: left });
        turns[urgency] = emails.at(-1)?.merchant_id ?? '';
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
      const room = maxAtOnce - underWay.size;
      if (!mailer || room === 0) return 0;
      const now = ctx.clock.now();
      const dueBefore = new Date(now.getTime() - staleAfterMs);
      const stale = await failStaleEmails(ctx.db, now, dueBefore, staleReason, staleBatchSize);
      return stale + (await take(ctx, mailer, now, room));
    },
    nextDueAt: async (ctx) => (ctx.mailer && underWay.size < maxAtOnce ? nextEmailDue(ctx.db) : null),
    async drain() {
      const done = new AbortController();
      const patience = pause(patienceMs, undefined, { signal: done.signal }).then(
        () => mailer?.hangUp(),
        () => undefined,
      );
      await landed();
      done.abort();
      await patience;
    },
  };
}

/** One attempt, and what came of it. It never fails: what goes wrong is the email's result. */
async function deliver(ctx: Context, mailer: Mailer, email: EmailWithShop): Promise<void> {
  const problem = await attempt(ctx, mailer, email);
  const at = ctx.clock.now();
  if (problem === null) {
    ctx.metrics.emails.inc({ result: 'sent' });
    return record(ctx, email, () => recordSent(ctx.db, email, at));
  }
  const next = problem.permanent ? null : nextAttemptAt(email.attempts + 1, at, ctx.random);
  ctx.metrics.emails.inc({ result: next ? 'retried' : 'failed' });
  // Without the server's words: they name the recipient. The outbox has them.
  const { email_id, merchant_id } = email;
  ctx.log.warn({ email_id, merchant_id, smtp_status: problem.smtpStatus, next }, 'email not sent');
  return record(ctx, email, () => recordFailure(ctx.db, email, problem.message, next));
}

async function attempt(ctx: Context, mailer: Mailer, email: EmailWithShop): Promise<MailError | null> {
  try {
    const logo = await logoFor(ctx.db, email.merchant_id);
    await mailer.send(composeMail(withLink(ctx.secrets, email), logo, ctx.config, ctx.clock.now()));
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) {
      ctx.log.error({ err: error, email_id: email.email_id }, 'email could not be written');
    }
    return toMailError(error);
  }
}

/** An email that was sent and not recorded is sent again, so a database that is away for a moment is waited for. */
async function record(ctx: Context, email: EmailWithShop, write: () => Promise<void>): Promise<void> {
  for (const againAfterMs of [...recordAgainAfterMs, null]) {
    try {
      return await write();
    } catch (error) {
      ctx.log.error({ err: error, email_id: email.email_id }, 'result of an email could not be recorded');
      if (againAfterMs !== null) await pause(againAfterMs);
    }
  }
}
