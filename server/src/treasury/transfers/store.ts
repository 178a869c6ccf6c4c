import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Fragment, Sql } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { type TransferStatus, transferMoves } from './states.ts';
import type { CallRow, Outcome, TransferKind, TransferRow } from './transfer.ts';

/**
 * No-op if the transfer exists. Only a failed refund or return is retried under the same id: nothing was sent for it. What is
 * returned may be less by then, if its payment took a part after a chain had taken it back.
 */
export async function insertTransfer(tx: Sql, row: TransferRow): Promise<void> {
  await tx`
    insert into transfers (transfer_id, kind, environment, merchant_id, chain, token, to_address, units, source, series,
      status, due_at, created_at)
    values (${row.transfer_id}, ${row.kind}, ${row.environment}, ${row.merchant_id}, ${row.chain}, ${row.token},
      ${row.to_address}, ${row.units}::numeric, ${row.source}, ${row.series}, ${row.status}, ${row.due_at},
      ${row.created_at})
    on conflict (transfer_id) do update set status = excluded.status, to_address = excluded.to_address, units = excluded.units,
      due_at = excluded.due_at, created_at = excluded.created_at, batch_id = null, attempts = 0, tx_hash = null,
      released_at = null, failure_reason = null, failure_message = null, ended_at = null
    where transfers.kind in ('return', 'refund') and transfers.status = any(${[...transferMoves.again.from]}::text[])`;
}

/** No-op if it exists. */
export async function insertCall(tx: Sql, row: CallRow): Promise<void> {
  await tx`
    insert into transfer_calls (transfer_id, data, value, since)
    values (${row.transfer_id}, ${row.data}, ${row.value}::numeric, ${row.since}) on conflict do nothing`;
}

/** The request of a call; undefined if there is none. */
export async function selectCall(sql: Sql, transferId: string): Promise<CallRow | undefined> {
  const [row] = await sql<CallRow[]>`select * from transfer_calls where transfer_id = ${transferId}`;
  return row;
}

export async function selectTransfer(sql: Sql, transferId: string): Promise<TransferRow | undefined> {
  const [row] = await sql<TransferRow[]>`select * from transfers where transfer_id = ${transferId}`;
  return row;
}

/** Newest first. Without a status, those that have not ended. */
export async function selectTransfers(
  sql: Sql,
  status: TransferStatus | null,
  limit: number,
): Promise<TransferRow[]> {
  return status === null
    ? sql<TransferRow[]>`
        select * from transfers where status in ('waiting', 'sending') order by transfer_id desc limit ${limit}`
    : sql<TransferRow[]>`
        select * from transfers where status = ${status} order by transfer_id desc limit ${limit}`;
}

/** Kinds that share a batch. */
export const dueKinds = {
  payments: ['refund', 'return', 'payout', 'route', 'cold'],
  sweeps: ['sweep'],
  calls: ['call'],
  authorizations: ['authorization'],
} as const satisfies Record<string, readonly TransferKind[]>;

/** Those that pay somebody else. */
export const screenedKinds = ['refund', 'return', 'payout'] as const satisfies readonly TransferKind[];

/**
 * Due transfers of a chain, in turns, so that what waits takes nobody's place: of each series the first one, then of each
 * merchant, token and kind one after the other, and so many of each token. Within a turn who has waited longest since the
 * last try is first. With 100 due it takes 1 to 3 ms beside other work, with 20,000 of one merchant 0.2 to 0.5 s.
 */
export async function selectDue(
  sql: Sql,
  chain: ChainId,
  now: Date,
  which: keyof typeof dueKinds,
  limit: number,
  isScreened = false,
): Promise<TransferRow[]> {
  return sql<TransferRow[]>`
    select transfer.* from (
      select transfer_id, due_at, row_number() over (partition by token collate "C" order by turn, due_at, transfer_id collate "C") as place
      from (
        select transfer_id, token, due_at,
          row_number() over (
            partition by merchant_id collate "C", token collate "C", kind collate "C" order by due_at, created_at, transfer_id collate "C"
          ) as turn
        from (
          select transfer_id, merchant_id, token, kind, due_at, created_at, ${placeInSeries(sql)} as nth
          from transfers where ${mayBeSent(sql, chain, which, isScreened)} and due_at <= ${now}
        ) as due where nth = 1
      ) as turns
      order by place, due_at, transfer_id collate "C" limit ${limit}
    ) as chosen cross join lateral (
      select * from transfers where transfer_id = chosen.transfer_id limit 1) as transfer
    order by place, chosen.due_at, transfer.transfer_id collate "C"`;
}

/** Puts off due payments behind another due one of their series: one of a series is sent at a time. */
export async function updateBehind(
  sql: Sql,
  chain: ChainId,
  now: Date,
  isScreened: boolean,
  { problem, soon, later, oldSince }: { problem: string; soon: Date; later: Date; oldSince: Date },
  limit: number,
): Promise<void> {
  await sql`
    update transfers set problem = ${problem},
      due_at = case when created_at > ${oldSince} then ${soon}::timestamptz else ${later}::timestamptz end
    where status = 'waiting' and transfer_id = any(array(
      select transfer_id from (
        select transfer_id, ${placeInSeries(sql)} as nth
        from transfers where ${mayBeSent(sql, chain, 'payments', isScreened)} and due_at <= ${now}
      ) as due where nth > 1 limit ${limit}))`;
}

/** Payments of a series that wait, whether they are due or not, oldest first. */
export async function selectWaitingOfSeries(
  sql: Sql,
  chain: ChainId,
  series: string,
  isScreened: boolean,
): Promise<TransferRow[]> {
  return sql<TransferRow[]>`
    select * from transfers where ${mayBeSent(sql, chain, 'payments', isScreened)} and series = ${series}
    order by created_at, transfer_id`;
}

/** One that has its id comes first: it may have been paid. What has no series is one of its own. */
function placeInSeries(sql: Sql): Fragment {
  return sql`row_number() over (
    partition by coalesce(series, transfer_id) collate "C" order by pay_id is null, created_at, transfer_id collate "C")`;
}

/** The last check before sending: a refund that is not covered never gets past it, nor what screening has not let go. */
export function mayBeSent(
  sql: Sql,
  chain: ChainId,
  which: keyof typeof dueKinds,
  isScreened: boolean,
): Fragment {
  return sql`chain = ${chain} and status = 'waiting' and environment = 'live' and kind = any(${[...dueKinds[which]]}::text[])
    and held_reason is null and (kind <> 'refund' or not exists (
      select from refunds where refund_id = transfers.source and merchant_id = transfers.merchant_id
        and covered_at is null))
    and ${mayLeave(sql, isScreened)}`;
}

/**
 * A transfer that screening held or refused is never sent, also after screening was turned off. While it is on, transfers to
 * others need an `ok`.
 */
function mayLeave(sql: Sql, isScreened: boolean): Fragment {
  return sql`(coalesce((
    select s.verdict from screenings s where s.direction = 'out' and s.chain = transfers.chain
      and s.subject = transfers.transfer_id and s.address = transfers.to_address and s.token = transfers.token
      and s.units = transfers.units), ${isScreened ? 'unasked' : 'ok'}) = 'ok' or kind <> all(${[...screenedKinds]}::text[]))`;
}

export async function selectOfBatch(sql: Sql, batchId: string): Promise<TransferRow[]> {
  return sql<TransferRow[]>`
    select * from transfers where batch_id = ${batchId} and status = 'sending' order by transfer_id`;
}

/**
 * Puts transfers into a batch, with the ids under which they are paid. False if another worker took one of them or its id, or
 * one is held now; the caller rolls back.
 */
export async function updateSending(
  tx: Sql,
  batchId: string,
  transfers: readonly Pick<TransferRow, 'transfer_id' | 'pay_id'>[],
): Promise<boolean> {
  const { from, to } = transferMoves.send;
  const ids = transfers.map(({ transfer_id }) => transfer_id);
  const payIds = transfers.map(({ pay_id }) => pay_id);
  try {
    const rows = await tx`
      update transfers t set status = ${to}, batch_id = ${batchId}, pay_id = named.pay_id, due_at = null, problem = null
      from unnest(${ids}::text[], ${payIds}::text[]) as named (transfer_id, pay_id)
      where t.transfer_id = named.transfer_id and t.status = any(${[...from]}::text[]) and t.held_reason is null
      returning 1`;
    return rows.length === transfers.length;
  } catch (error) {
    if (isUniqueViolation(error, 'transfers_pay_id')) return false;
    throw error;
  }
}

/** Why a batch has no signature yet; null once it has one. */
export async function updateSendingProblem(sql: Sql, batchId: string, problem: string | null): Promise<void> {
  await sql`
    update transfers set problem = ${problem}
    where batch_id = ${batchId} and status = 'sending' and problem is distinct from ${problem}`;
}

/** The only statement that ends a transfer. It must be in the batch `batchId`, or `waiting` for null. */
export async function updateEnded(
  tx: Sql,
  now: Date,
  batchId: string | null,
  outcome: Exclude<Outcome, { result: 'waiting' }>,
): Promise<TransferRow | undefined> {
  const { from, to } = transferMoves[outcome.result === 'completed' ? 'complete' : 'fail'];
  const failed = outcome.result === 'failed' ? outcome : null;
  const { toAddress = null, payId = null } = outcome.result === 'completed' ? outcome : {};
  const [row] = await tx<TransferRow[]>`
    update transfers set status = ${to}, due_at = null, problem = null, held_reason = null, tx_hash = ${outcome.txHash},
      ended_at = ${now}, to_address = coalesce(${toAddress}, to_address),
      pay_id = case when ${failed === null} then coalesce(${payId}, pay_id) end,
      failure_reason = ${failed?.reason ?? null}, failure_message = ${failed?.message ?? null}
    where transfer_id = ${outcome.transferId} and status = any(${[...from]}::text[]) and ${held(tx, batchId)}
    returning *`;
  return row;
}

export async function updateWaiting(
  tx: Sql,
  batchId: string | null,
  outcome: Extract<Outcome, { result: 'waiting' }>,
): Promise<void> {
  const { from, to } = transferMoves.wait;
  await tx`
    update transfers set status = ${to}, batch_id = null, due_at = ${outcome.dueAt}, problem = ${outcome.problem},
      pay_id = case when ${batchId === null} then pay_id end,
      attempts = attempts + ${batchId === null ? 0 : 1}
    where transfer_id = ${outcome.transferId} and status = any(${[...from]}::text[]) and ${held(tx, batchId)}`;
}

/**
 * Back to `waiting`, held for the operator. Keeps its `pay_id`, under which it may have been paid. Sweeps and authorizations are not held: they spend no merchant's money, so they simply retry.
 */
export async function updateSetAside(
  tx: Sql,
  batchId: string | null,
  { transferId, reason, dueAt }: { transferId: string; reason: string; dueAt: Date },
): Promise<void> {
  const { from, to } = transferMoves.wait;
  await tx`
    update transfers set status = ${to}, batch_id = null, due_at = ${dueAt}, problem = ${reason},
      held_reason = case when kind not in ('sweep', 'authorization') then ${reason} end
    where transfer_id = ${transferId} and status = any(${[...from]}::text[]) and ${held(tx, batchId)}`;
}

function held(tx: Sql, batchId: string | null) {
  return batchId === null ? tx`status = 'waiting'` : tx`batch_id = ${batchId}`;
}

/** False unless it is `waiting`. */
export async function updateDueNow(sql: Sql, transferId: string, now: Date): Promise<boolean> {
  const rows = await sql`
    update transfers set due_at = ${now} where transfer_id = ${transferId} and status = 'waiting' returning 1`;
  return rows.length > 0;
}

/** Due test transfers of all chains, oldest first. */
export async function selectDueTest(sql: Sql, now: Date, limit: number): Promise<TransferRow[]> {
  return sql<TransferRow[]>`
    select * from transfers where environment = 'test' and status = 'waiting' and due_at <= ${now} and held_reason is null
    order by due_at, transfer_id limit ${limit}`;
}

export async function nextDueTestTransfer(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(due_at) as at from transfers
    where environment = 'test' and status = 'waiting' and held_reason is null`;
  return row?.at ?? null;
}

/** Units of payments in transactions that are not mined: their nonce is `latestNonce` or higher. */
export async function sumUnmined(
  sql: Sql,
  chain: ChainId,
  token: Token,
  latestNonce: number,
): Promise<bigint> {
  const [row] = await sql<{ units: string }[]>`
    select coalesce(sum(t.units), 0)::text as units from transfer_batches b join transfers t using (batch_id)
    where b.chain = ${chain} and b.status = 'open' and b.nonce >= ${latestNonce} and t.token = ${token}
      and t.status = 'sending' and t.kind not in ('sweep', 'call', 'authorization')`;
  return BigInt(row?.units ?? '0');
}
