import { dayMs } from '../../lib/durations.ts';
import type { Fragment, Sql } from './client.ts';

export type Answer = { status: number; body: string };

/** A request's claim on its Idempotency-Key, written in the transaction of the request's changes. */
export interface IdempotencyClaim {
  merchantId: string;
  environment: string;
  key: string;
  fingerprint: Buffer;
  now: Date;
  /** The response to store, from the result of the operation. */
  answer: (data: unknown) => Answer;
}

const validityMs = dayMs;

/** Thrown when a response is already stored for the key: the HTTP layer replays it or reports the conflict. */
export class AnswerKept extends Error {}

/** A claim and its response as columns for `json_to_recordset`. */
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
 * Claims the keys of `requests`, a relation with the columns above, and returns the claimed ones: those without a
 * response from the last 24 hours. Waits for other transactions that hold a key, so that a concurrent second request
 * gets the first one's response. Keys are claimed in a fixed order to prevent deadlocks between batches.
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

/** For operations with several statements: claims the key first and stores the response last, in one transaction. */
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

/** Deletes a batch of expired responses. Returns how many. */
export async function deleteExpiredAnswers(sql: Sql, now: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys
      where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked))`;
  return result.count;
}
