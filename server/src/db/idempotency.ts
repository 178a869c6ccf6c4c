import { dayMs } from '../durations.ts';
import type { Fragment, Sql } from './client.ts';

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

const validityMs = dayMs;

/** Thrown when the key already has an answer: the HTTP layer replays it or reports the conflict. */
export class AnswerKept extends Error {}

/** A claim with its answer, as a row of `json_to_recordset`. */
export function claimColumns(claim: IdempotencyClaim, answer: Answer) {
  return {
    idempotency_key: claim.key,
    fingerprint: `\\x${claim.fingerprint.toString('hex')}`,
    response_status: answer.status,
    response_body: answer.body,
    kept_until: new Date(claim.now.getTime() + validityMs),
  };
}

/**
 * Takes the keys of `requests`, a relation with the columns above, and returns those it got: not the ones that have an
 * answer younger than 24 hours. While another transaction holds a key this waits for it: that is how a second request
 * in flight gets the first one's answer. Keys are taken in one order everywhere, so that batches do not deadlock.
 */
export function claimStatement(sql: Sql, requests: Fragment, now: Date): Fragment {
  return sql`
    insert into idempotency_keys as kept
      (merchant_id, environment, idempotency_key, fingerprint, response_status, response_body, expires_at)
    select merchant_id, environment, idempotency_key, fingerprint, response_status, response_body, kept_until
    from ${requests}
    where idempotency_key is not null
    order by merchant_id, environment, idempotency_key
    on conflict (merchant_id, environment, idempotency_key) do update set
      fingerprint = excluded.fingerprint, response_status = excluded.response_status,
      response_body = excluded.response_body, expires_at = excluded.expires_at
    where kept.expires_at <= ${now}
    returning merchant_id, environment, idempotency_key`;
}

/** For operations of several statements: run inside their transaction, claim first and answer last. */
export async function underClaim<T>(
  tx: Sql,
  claim: IdempotencyClaim | null,
  operate: () => Promise<T>,
): Promise<T> {
  if (!claim) return operate();
  const row = {
    merchant_id: claim.merchantId,
    environment: claim.environment,
    ...claimColumns(claim, { status: 0, body: '' }),
  };
  const request = tx`
    json_to_recordset(${JSON.stringify([row])}::text::json) as request (merchant_id text, environment text,
      idempotency_key text, fingerprint bytea, response_status smallint, response_body text, kept_until timestamptz)`;
  const claimed = await claimStatement(tx, request, claim.now);
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
