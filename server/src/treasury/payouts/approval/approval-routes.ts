import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../app/context.ts';
import { pendingApproval, toPendingApproval } from '../../../merchants/approvals/approval-schema.ts';
import { doOrAsk } from '../../../merchants/approvals/approvals.ts';
import { askerOf } from '../../../merchants/approvals/asker.ts';
import { mailQueued } from '../../../messages/email/emails.ts';
import type { TransactionSql } from '../../../platform/db/client.ts';
import { underClaim } from '../../../platform/db/idempotency.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import { claimOf } from '../../../platform/http/idempotency.ts';
import { otherAnswer } from '../../../platform/http/schema/openapi.ts';

/** The answer of a route of the public API whose work a second member may have to approve. */
export const approvalAnswer = {
  202: otherAnswer('Asked for: nothing is done until a second member has approved it.', pendingApproval),
};

type Outcome<T> = { status: 200 | 201 | 202; data: T | ReturnType<typeof toPendingApproval> };

/** Does the work, or asks a second member for it, in one transaction with the Idempotency-Key: a repeated request gets the same answer. */
export async function doOrAnswerPending<T>(
  ctx: Context,
  request: FastifyRequest,
  status: 200 | 201,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<Outcome<T>> {
  const claim = claimOf(request, status);
  const kept = claim && {
    ...claim,
    answer: (outcome: unknown) => {
      const { status: given, data } = outcome as Outcome<T>;
      return { ...claim.answer(data), status: given };
    },
  };
  const outcome = await ctx.db.begin((tx) =>
    underClaim(tx, kept, async (): Promise<Outcome<T>> => {
      const actor = await askerOf(ctx, tx, callerOf(request), request);
      const done = await doOrAsk(ctx, tx, actor, work);
      return 'done' in done
        ? { status, data: done.done }
        : { status: 202, data: toPendingApproval(done.asked) };
    }),
  );
  if (outcome.status === 202) mailQueued(ctx);
  return outcome;
}
