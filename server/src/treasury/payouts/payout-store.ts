import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Page, type PageRequest, selectPage } from '../../platform/db/page.ts';
import type { Owner } from './owner.ts';
import type { Asset, PayoutRow } from './payout.ts';
import { type PayoutMove, type PayoutStatus, payoutMoves } from './states.ts';

const columns: (keyof PayoutRow)[] = [
  'payout_id',
  'merchant_id',
  'environment',
  'status',
  'initiator',
  'chain',
  'token',
  'token_units',
  'address',
  'currency',
  'worth_minor',
  'covers_after',
  'covers_until',
  'tx_hash',
  'failure_reason',
  'failure_message',
  'created_at',
  'ended_at',
];

/** Inserts the payout and its only step. False if another payout of this balance is under way. */
export async function insertPayout(tx: Sql, row: PayoutRow): Promise<boolean> {
  const [inserted] = await tx`
    insert into payouts (payout_id, merchant_id, environment, status, initiator, chain, token, token_units, address,
      currency, worth_minor, covers_after, covers_until, created_at)
    values (${row.payout_id}, ${row.merchant_id}, ${row.environment}, ${row.status}, ${row.initiator}, ${row.chain},
      ${row.token}, ${row.token_units}::numeric, ${row.address}, ${row.currency},
      ${row.worth_minor.toString()}::bigint, ${row.covers_after}, ${row.covers_until}, ${row.created_at})
    on conflict (merchant_id, environment, chain, token) where status = 'processing' do nothing
    returning 1`;
  if (!inserted) return false;
  await tx`
    insert into payout_steps (payout_id, step, kind, chain, token, token_units, address)
    values (${row.payout_id}, 1, 'transfer', ${row.chain}, ${row.token}, ${row.token_units}::numeric, ${row.address})`;
  return true;
}

/** Null selects among all merchants, for the operator. */
export async function selectPayout(
  sql: Sql,
  key: { payout_id: string; merchant_id: string | null },
): Promise<PayoutRow | undefined> {
  const [row] = await sql<PayoutRow[]>`
    select * from payouts where payout_id = ${key.payout_id}
      and merchant_id = coalesce(${key.merchant_id}, merchant_id)`;
  return row;
}

export async function selectPayoutPage(
  sql: Sql,
  filter: {
    environment: Environment;
    status: PayoutStatus | null;
    chain: ChainId | null;
    token: Token | null;
    /** Bounds on payout_id, which sorts by creation: from inclusive, before exclusive. */
    fromId: string | null;
    beforeId: string | null;
  },
  request: PageRequest,
): Promise<Page<PayoutRow>> {
  const where = sql`environment = ${filter.environment}
    ${filter.status ? sql`and status = ${filter.status}` : sql``}
    ${filter.chain ? sql`and chain = ${filter.chain}` : sql``}
    ${filter.token ? sql`and token = ${filter.token}` : sql``}
    ${filter.fromId ? sql`and payout_id >= ${filter.fromId}` : sql``}
    ${filter.beforeId ? sql`and payout_id < ${filter.beforeId}` : sql``}`;
  return selectPage(sql, { table: 'payouts', idColumn: 'payout_id', columns, where }, request);
}

/** The newest payouts of all merchants, for the operator. */
export async function selectNewestPayouts(
  sql: Sql,
  status: PayoutStatus | null,
  limit: number,
): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    select * from payouts ${status === null ? sql`` : sql`where status = ${status}`}
    order by payout_id desc limit ${limit}`;
}

export interface LastPayouts {
  is_open: boolean;
  /** Entries of the balance up to this time are covered by payouts that did not fail. */
  covered_until: Date | null;
  failed_at: Date | null;
  failed_address: string | null;
  /** When the last route of this balance failed. */
  route_failed_at: Date | null;
}

export async function selectLast(sql: Sql, own: Owner, asset: Asset): Promise<LastPayouts> {
  const here = sql`merchant_id = ${own.merchant_id} and environment = ${own.environment} and chain = ${asset.chain}
    and token = ${asset.token}`;
  const [row] = await sql<LastPayouts[]>`
    select exists (select from payouts where ${here} and status = 'processing')
        or exists (select from routes where ${here} and status in ('processing', 'stuck')) as is_open,
      greatest(
        (select covers_until from payouts where ${here} and status <> 'failed' order by covers_until desc limit 1),
        (select covers_until from routes where ${here} and status <> 'failed' order by covers_until desc limit 1))
        as covered_until,
      last.ended_at as failed_at, last.address as failed_address,
      (select case when status = 'failed' then ended_at end from routes where ${here}
        order by covers_until desc limit 1) as route_failed_at
    from (select) as one left join lateral (
      select * from payouts where ${here} order by covers_until desc limit 1) as last on last.status = 'failed'`;
  const none = {
    is_open: false,
    covered_until: null,
    failed_at: null,
    failed_address: null,
    route_failed_at: null,
  };
  return row ?? none;
}

/** When the oldest money arrived that no payout covers yet. */
export async function selectOldestCredit(
  sql: Sql,
  own: Owner,
  asset: Asset,
  after: Date | null,
): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`
    select posted_at as at from ledger_entries
    where account_id = ledger_account_id(${own.environment}, 'merchant_balance', ${own.merchant_id}, ${asset.chain},
        ${asset.token})
      and posted_at > ${after ?? new Date(0)} and units < 0
    order by posted_at limit 1`;
  return row?.at ?? null;
}

export interface PayoutEnd {
  failure: { reason: string; message: string } | null;
  txHash: string | null;
}

/** Records the second end of a completed payout. A null hash keeps the stored one. */
export async function updateSecondEnd(
  tx: Sql,
  payoutId: string,
  { txHash, failure }: PayoutEnd,
): Promise<PayoutRow | undefined> {
  const [row] = await tx<PayoutRow[]>`
    update payouts set tx_hash = coalesce(${txHash}, tx_hash), failure_reason = ${failure?.reason ?? null},
      failure_message = ${failure?.message ?? null}
    where payout_id = ${payoutId} and status = 'completed' returning *`;
  return row;
}

/** The only statement that changes a payout's status. The second of two concurrent moves gets nothing back. */
export async function movePayout(
  tx: Sql,
  move: PayoutMove,
  now: Date,
  payoutId: string,
  { failure, txHash }: PayoutEnd,
): Promise<PayoutRow | undefined> {
  const { from, to } = payoutMoves[move];
  const [row] = await tx<PayoutRow[]>`
    update payouts set status = ${to}, tx_hash = ${txHash}, ended_at = ${now},
      failure_reason = ${failure?.reason ?? null}, failure_message = ${failure?.message ?? null}
    where payout_id = ${payoutId} and status = any(${[...from]}::text[])
    returning *`;
  return row;
}
