import type { Sql } from './client.ts';

export type Answer = { status: number; body: string };

/** A request's hold on its Idempotency-Key, written in the transaction of what the request changes. */
export interface IdempotencyClaim {
  merchantId: string;
  environment: string;
  key: string;
  fingerprint: Buffer;
  now: Date;
  /** The answer to keep, from what the operation made. */
  answer: (data: unknown) => Answer;
}

const validityMs = 24 * 60 * 60 * 1000;

/** Thrown when the key already has an answer: the HTTP layer replays it or reports the conflict. */
export class AnswerKept extends Error {}

/**
 * Takes the key, or returns no row when it has an answer younger than 24 hours. While another transaction holds the
 * key this waits for it: that is how a second request in flight gets the first one's answer.
 */
export function claimStatement(sql: Sql, claim: IdempotencyClaim, answer: Answer) {
  return sql`
    insert into idempotency_keys as kept
      (merchant_id, environment, idempotency_key, fingerprint, response_status, response_body, expires_at)
    values (${claim.merchantId}, ${claim.environment}, ${claim.key}, ${claim.fingerprint}, ${answer.status},
      ${answer.body}, ${new Date(claim.now.getTime() + validityMs)})
    on conflict (merchant_id, environment, idempotency_key) do update set
      fingerprint = excluded.fingerprint, response_status = excluded.response_status,
      response_body = excluded.response_body, expires_at = excluded.expires_at
    where kept.expires_at <= ${claim.now}
    returning 1 as claimed`;
}

/** For operations of several statements: run inside their transaction, claim first and answer last. */
export async function underClaim<T>(
  tx: Sql,
  claim: IdempotencyClaim | null,
  operate: () => Promise<T>,
): Promise<T> {
  if (!claim) return operate();
  const claimed = await claimStatement(tx, claim, { status: 0, body: '' });
  if (claimed.length === 0) throw new AnswerKept();
  const data = await operate();
  const answer = claim.answer(data);
  await tx`
    update idempotency_keys set response_status = ${answer.status}, response_body = ${answer.body}
    where merchant_id = ${claim.merchantId} and environment = ${claim.environment} and idempotency_key = ${claim.key}`;
  return data;
}

export async function selectAnswer(
  sql: Sql,
  claim: IdempotencyClaim,
): Promise<(Answer & { fingerprint: Buffer }) | undefined> {
  const [row] = await sql<{ fingerprint: Buffer; status: number; body: string }[]>`
    select fingerprint, response_status as status, response_body as body from idempotency_keys
    where merchant_id = ${claim.merchantId} and environment = ${claim.environment} and idempotency_key = ${claim.key}
      and expires_at > ${claim.now}`;
  return row;
}

/** Removes answers past their 24 hours, a batch at a time. Says how many went. */
export async function deleteExpiredAnswers(sql: Sql, now: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from idempotency_keys where (merchant_id, environment, idempotency_key) in (
      select merchant_id, environment, idempotency_key from idempotency_keys
      where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)`;
  return result.count;
}
