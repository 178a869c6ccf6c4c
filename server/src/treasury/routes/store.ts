import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { type RouteMove, type RouteState, routeMoves, type StepMove, stepMoves } from './states.ts';
import type { StoredQuote } from './stored-quote.ts';

/** False if the balance has an open route. */
export async function insertRoute(tx: Sql, row: RouteRow): Promise<boolean> {
  const rows = await tx`
    insert into routes (route_id, merchant_id, environment, status, initiator, chain, token, token_units, to_chain, to_token,
      expected_units, least_units, currency, worth_minor, explanation, covers_after, covers_until, due_at, created_at)
    values (${row.route_id}, ${row.merchant_id}, ${row.environment}, ${row.status}, ${row.initiator}, ${row.chain},
      ${row.token}, ${row.token_units}::numeric, ${row.to_chain}, ${row.to_token}, ${row.expected_units}::numeric,
      ${row.least_units}::numeric, ${row.currency}, ${row.worth_minor.toString()}::bigint, ${row.explanation},
      ${row.covers_after}, ${row.covers_until}, ${row.due_at}, ${row.created_at})
    on conflict (merchant_id, environment, chain, token) where status in ('processing', 'stuck') do nothing
    returning 1`;
  return rows.length > 0;
}

export type NewStep = Pick<
  RouteStepRow,
  | 'route_id'
  | 'environment'
  | 'step'
  | 'provider'
  | 'chain'
  | 'token'
  | 'to_chain'
  | 'to_token'
  | 'token_units'
  | 'quote'
>;

export async function insertStep(tx: Sql, row: NewStep): Promise<void> {
  await tx`
    insert into route_steps (route_id, environment, step, status, provider, chain, token, to_chain, to_token, token_units, quote,
      expected_units, fee_units)
    values (${row.route_id}, ${row.environment}, ${row.step}, 'planned', ${row.provider}, ${row.chain}, ${row.token}, ${row.to_chain},
      ${row.to_token}, ${row.token_units}::numeric, ${JSON.stringify(row.quote)}::text::json,
      ${row.quote.expectedUnits}::numeric, ${row.quote.feeUnits}::numeric)`;
}

export async function selectRoute(sql: Sql, routeId: string): Promise<RouteRow | undefined> {
  const [row] = await sql<RouteRow[]>`select * from routes where route_id = ${routeId}`;
  return row;
}

/** Newest routes of all merchants. */
export async function selectNewestRoutes(
  sql: Sql,
  status: RouteState | null,
  limit: number,
): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    select * from routes ${status === null ? sql`` : sql`where status = ${status}`}
    order by route_id desc limit ${limit}`;
}

export async function selectSteps(sql: Sql, routeIds: readonly string[]): Promise<RouteStepRow[]> {
  return sql<RouteStepRow[]>`
    select * from route_steps where route_id = any(${[...routeIds]}::text[]) order by route_id, step`;
}

/** Locks a step until the transaction ends. False if it has started. */
export async function lockPlanned(
  tx: Sql,
  { route_id, step }: Pick<RouteStepRow, 'route_id' | 'step'>,
): Promise<boolean> {
  const rows = await tx`
    select from route_steps where route_id = ${route_id} and step = ${step} and status = 'planned' for update`;
  return rows.length > 0;
}

/** Claims due routes until `until`. If the worker is killed, they become due again then. */
export async function claimRoutes(
  sql: Sql,
  environment: Environment,
  now: Date,
  until: Date,
  limit: number,
): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    with claimed as (
      update routes set due_at = ${until}
      where ctid = any(array(
        select ctid from routes where due_at <= ${now} and environment = ${environment}
        order by due_at, route_id limit ${limit} for update skip locked))
      returning *)
    select * from claimed order by route_id`;
}

export async function nextRoute(sql: Sql, environment: Environment): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(due_at) as at from routes where due_at is not null and environment = ${environment}`;
  return row?.at ?? null;
}

/** Sets when a route is due next, and why it waits. */
export async function updateRouteDue(
  sql: Sql,
  routeId: string,
  at: Date,
  problem: string | null,
): Promise<void> {
  await sql`
    update routes set due_at = ${at}, problem = ${problem} where route_id = ${routeId} and status = 'processing'`;
}

/** Makes routes due now that wait for this reason, with a step of this token on this chain. */
export async function wakeWaiting(
  tx: Sql,
  { environment, chain, token }: Pick<RouteStepRow, 'environment' | 'chain' | 'token'>,
  problem: string,
  now: Date,
): Promise<void> {
  await tx`
    update routes set due_at = ${now} where route_id in (
      select r.route_id from routes r where status = 'processing' and problem = ${problem} and environment = ${environment}
        and due_at > ${now} and exists (select from route_steps s
          where s.route_id = r.route_id and s.status in ('planned', 'called') and s.chain = ${chain} and s.token = ${token})
      for update skip locked)`;
}

/**
 * Records since when a route's money cannot be found; null clears it. Keeps an earlier time, and returns the stored
 * one.
 */
export async function updateUnknown(sql: Sql, routeId: string, since: Date | null): Promise<Date | null> {
  const [row] = await sql<{ unknown_since: Date | null }[]>`
    update routes set unknown_since = case when ${since}::timestamptz is null then null
      else coalesce(unknown_since, ${since}::timestamptz) end
    where route_id = ${routeId} returning unknown_since`;
  return row?.unknown_since ?? null;
}

/** True for the first call only. */
export async function updateLate(sql: Sql, routeId: string, at: Date): Promise<boolean> {
  const rows = await sql`
    update routes set late_at = ${at} where route_id = ${routeId} and status = 'processing' and late_at is null
    returning 1`;
  return rows.length > 0;
}

export async function updateInTime(tx: Sql, routeId: string): Promise<void> {
  await tx`update routes set late_at = null where route_id = ${routeId} and late_at is not null`;
}

export async function countLateRoutes(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from routes where late_at is not null`;
  return row?.count ?? 0;
}

/** The only statement that changes a route's status. The second of two concurrent moves gets nothing back. */
export async function moveRoute(
  tx: Sql,
  move: RouteMove,
  routeId: string,
  {
    now,
    message = null,
    arrivedUnits = null,
  }: { now: Date; message?: string | null; arrivedUnits?: bigint | null },
): Promise<RouteRow | undefined> {
  const { from, to } = routeMoves[move];
  const isOpen = to === 'processing';
  const isEnded = to === 'completed' || to === 'failed';
  const [row] = await tx<RouteRow[]>`
    update routes set status = ${to}, due_at = ${isOpen ? now : null}, ended_at = ${isEnded ? now : null},
      resumed_at = case when ${isOpen} then ${now}::timestamptz else resumed_at end,
      problem = ${to === 'stuck' ? message : null}, unknown_since = null,
      late_at = case when ${isEnded} then null else late_at end, failure_message = ${to === 'failed' ? message : null}, arrived_units = ${arrivedUnits?.toString() ?? null}::numeric
    where route_id = ${routeId} and status = any(${[...from]}::text[]) returning *`;
  return row;
}

/** Columns that a move of a step writes. */
export interface StepChange {
  quote?: StoredQuote;
  callHash?: string | null;
  fundedAt?: Date;
  calledAt?: Date;
  triesMore?: number;
  tokenUnits?: bigint;
  arrived?: { units: bigint; hash: string; block: number | null; log: number | null };
  endedAt?: Date;
}

/** The only statement that changes a step's status. The second of two concurrent moves gets nothing back. */
export async function moveStep(
  tx: Sql,
  move: StepMove,
  { route_id, step, tries }: Pick<RouteStepRow, 'route_id' | 'step' | 'tries'>,
  change: StepChange = {},
): Promise<RouteStepRow | undefined> {
  const { from, to } = stepMoves[move];
  const { quote, arrived } = change;
  const [row] = await tx<RouteStepRow[]>`
    update route_steps set status = ${to}, tries = tries + ${change.triesMore ?? 0},
      quote = coalesce(${quote ? JSON.stringify(quote) : null}::text::json, quote),
      expected_units = coalesce(${quote?.expectedUnits ?? null}::numeric, expected_units),
      fee_units = coalesce(${quote?.feeUnits ?? null}::numeric, fee_units),
      token_units = coalesce(${change.tokenUnits?.toString() ?? null}::numeric, token_units),
      call_hash = coalesce(${change.callHash ?? null}, call_hash),
      funded_at = coalesce(${change.fundedAt ?? null}, funded_at),
      called_at = coalesce(${change.calledAt ?? null}, called_at),
      arrived_units = ${arrived?.units.toString() ?? null}::numeric, arrived_hash = ${arrived?.hash ?? null},
      arrived_block = ${arrived?.block ?? null}, arrived_log = ${arrived?.log ?? null}, ended_at = ${change.endedAt ?? null}
    where route_id = ${route_id} and step = ${step} and tries = ${tries} and status = any(${[...from]}::text[])
    returning *`;
  return row;
}

/** Counts a failed attempt at the second transaction of a bridge. */
export async function updateNextTries(
  tx: Sql,
  { route_id, step, next_tries }: Pick<RouteStepRow, 'route_id' | 'step' | 'next_tries'>,
): Promise<void> {
  await tx`
    update route_steps set next_tries = next_tries + 1
    where route_id = ${route_id} and step = ${step} and next_tries = ${next_tries}`;
}

/** Sets the units that the next step starts with. */
export async function updateStepUnits(tx: Sql, routeId: string, step: number, units: bigint): Promise<void> {
  await tx`
    update route_steps set token_units = ${units.toString()}::numeric
    where route_id = ${routeId} and step = ${step} and status = 'planned'`;
}

/** Whether a transaction belongs to a step, or has a stored signature. */
export async function selectKnownHash(sql: Sql, hash: string): Promise<boolean> {
  const rows = await sql`
    select from route_steps where call_hash = ${hash}
    union all
    select from transfer_signatures where tx_hash = ${hash}`;
  return rows.length > 0;
}

/** Entries of a live balance up to this time are covered by routes that did not fail. */
export async function selectCoveredUntil(
  sql: Sql,
  merchantId: string,
  { chain, token }: { chain: ChainId; token: Token },
): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select max(covers_until) as at from routes where merchant_id = ${merchantId} and environment = 'live'
      and chain = ${chain} and token = ${token} and status <> 'failed'`;
  return row?.at ?? null;
}

/** Whether an open route brings this asset to the merchant. */
export async function hasOpenRoute(
  sql: Sql,
  own: { merchant_id: string; environment: string },
  asset: { chain: ChainId; token: Token },
): Promise<boolean> {
  const rows = await sql`
    select from routes where merchant_id = ${own.merchant_id} and environment = ${own.environment}
      and status = 'processing' and to_chain = ${asset.chain} and to_token = ${asset.token} limit 1`;
  return rows.length > 0;
}
