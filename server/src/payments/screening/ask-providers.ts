import type { Context } from '../../app/context.ts';
import { chainIds } from '../../lib/chains/registry.ts';
import { minuteMs } from '../../lib/durations.ts';
import type { Sql } from '../../platform/db/client.ts';
import { recordOutcomes, screenedKinds, transferRequested } from '../../treasury/transfers/transfers.ts';
import { updateAwaitsScreening as updateRefunds } from '../refunds/hold-refunds.ts';
import { updateAwaitsScreening as updateReturns } from '../unapplied-funds/resolve-funds.ts';
import type { Answer } from './screening.ts';
import {
  claimDue,
  insertScreenings,
  type ScreeningRow,
  selectRefusedTransfers,
  selectUnaskedArrivals,
  selectUnaskedTransfers,
  updateTransferProblem,
  updateUnanswered,
  updateVerdict,
} from './store.ts';

const foundAtOnce = 200;
const askedAtOnce = 20;
/** Longer than the deadlines of providers. */
const leaseMs = 30_000;
const maxPauseMs = 5 * minuteMs;
/** With `SCREENING_DOWN=pass`, money passes after this many attempts without an answer. */
const attemptsBeforePass = 3;

/** Stores questions about new money, asks those that are due, and fails refused transfers. Returns how many were asked. */
export async function askProviders(ctx: Context): Promise<number> {
  await makeQuestions(ctx);
  const now = ctx.clock.now();
  const due = await claimDue(ctx.db, now, new Date(now.getTime() + leaseMs), askedAtOnce);
  const asked = await Promise.allSettled(due.map((row) => askAbout(ctx, row)));
  await endRefused(ctx);
  // An answer that was not stored is none: its row is due again when the lease ends.
  const failed = asked.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length;
}

async function makeQuestions(ctx: Context): Promise<void> {
  const chains = chainIds.filter((chain) => ctx.screening.covers(chain));
  const found = [
    ...(await selectUnaskedArrivals(ctx.db, chains, foundAtOnce)),
    ...(await selectUnaskedTransfers(ctx.db, chains, screenedKinds, foundAtOnce)),
  ];
  const now = ctx.clock.now();
  const rows = found.map((question) => ({ ...question, screening_id: ctx.ids.next('scr', now) }));
  await insertScreenings(ctx.db, rows, now);
}

async function askAbout(ctx: Context, row: ScreeningRow): Promise<void> {
  let answer: Answer;
  try {
    answer = await ctx.screening.ask(row);
  } catch (error) {
    return noteNoAnswer(ctx, row, error);
  }
  // Money that arrived cannot be refused: it waits for a decision of the operator.
  const isHere = row.direction === 'in' && answer.verdict === 'refuse';
  await keepAnswer(ctx, row, isHere ? { ...answer, verdict: 'hold' } : answer, 'makers');
}

async function noteNoAnswer(ctx: Context, row: ScreeningRow, error: unknown): Promise<void> {
  const { screening_id: id, direction, chain, attempts } = row;
  const problem = error instanceof Error ? error.message : String(error);
  ctx.log.warn({ screening_id: id, chain, attempts, problem }, 'no answer of screening');
  ctx.metrics.screening.unanswered.inc({ direction });
  if (ctx.config.screening.passesWhenDown && attempts >= attemptsBeforePass)
    return keepAnswer(ctx, row, { verdict: 'ok', reason: `Nobody answered: ${problem}` }, 'down');
  const pauseMs = Math.min(maxPauseMs, 1000 * 2 ** Math.min(attempts, 10));
  await updateUnanswered(ctx.db, id, problem, new Date(ctx.clock.nowMs() + pauseMs));
}

/** In one transaction with what it does to a refund or return. An arrival becomes final with it in the next block. */
async function keepAnswer(
  ctx: Context,
  { screening_id: id, direction, chain, kind }: ScreeningRow,
  answer: Answer,
  by: 'makers' | 'down',
): Promise<void> {
  const kept = await ctx.db.begin(async (tx: Sql) => {
    const row = await updateVerdict(tx, id, [null], answer, by, ctx.clock.now());
    if (row?.direction === 'out' && row.verdict === 'hold') await holdTransfer(tx, row);
    return row;
  });
  if (!kept) return;
  const { verdict } = answer;
  ctx.metrics.screening.answers.inc({ direction, verdict, by });
  if (verdict !== 'ok')
    ctx.log.warn({ screening_id: id, chain, direction, kind, verdict }, 'screening stopped money');
  if (direction === 'out' && verdict === 'ok') transferRequested(ctx, 'live');
}

async function holdTransfer(tx: Sql, { subject, reason }: ScreeningRow): Promise<void> {
  await updateTransferProblem(tx, subject, `Screening holds it: ${reason ?? 'without a reason'}`);
  await showAwaiting(tx, subject, true);
}

/** Transfers of refunds and returns have their ids. */
export async function showAwaiting(tx: Sql, transferId: string, awaits: boolean): Promise<void> {
  await updateRefunds(tx, [transferId], awaits);
  await updateReturns(tx, [transferId], awaits);
}

/** Fails what was refused, also what a worker left behind that died after it had kept the answer. */
export async function endRefused(ctx: Context): Promise<void> {
  const refused = await selectRefusedTransfers(ctx.db, foundAtOnce);
  if (refused.length === 0) return;
  const message = 'It was refused after a check of the recipient. Nothing was sent.';
  const end = { result: 'failed', txHash: null, reason: 'SCREENING_REFUSED', message } as const;
  await recordOutcomes(
    ctx,
    null,
    refused.map(({ subject: transferId }) => ({ ...end, transferId })),
  );
}
