import type { Context } from '../../app/context.ts';
import type { ApprovalAction } from '../../lib/caller.ts';
import type { Sql } from '../../platform/db/client.ts';

export type RuledAction = Exclude<ApprovalAction, 'rules' | 'members'>;
export const ruledActions: readonly RuledAction[] = ['wallet', 'address', 'payout', 'key'];

/** Above how many cents of USD each action needs a second member. Those that are not in it never do. */
export type Rules = Map<RuledAction, bigint>;

export interface ApprovalRequest {
  action: ApprovalAction;
  /** What the operation is done with later, as it was asked for. */
  params: Record<string, unknown>;
  /** In cents of USD; null if it has none, or no price is known. */
  worthMinor: bigint | null;
}

export type ApprovalState = 'pending' | 'approved' | 'declined' | 'expired';

export interface ApprovalRow {
  approval_id: string;
  merchant_id: string;
  action: ApprovalAction;
  params: Record<string, unknown>;
  worth_minor: bigint | null;
  state: ApprovalState;
  asked_by_id: string;
  asked_by: string;
  asked_at: Date;
  expires_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}

export async function selectRules(sql: Sql, merchantId: string): Promise<Rules> {
  const rows = await sql<{ action: RuledAction; above_minor: bigint }[]>`
    select action, above_minor from approval_rules where merchant_id = ${merchantId}`;
  return new Map(rows.map((row) => [row.action, row.above_minor]));
}

/** Locked, so that of two amounts at once the second counts the first. */
export async function lockRules(sql: Sql, merchantId: string): Promise<Rules> {
  const rows = await sql<{ action: RuledAction; above_minor: bigint }[]>`
    select action, above_minor from approval_rules where merchant_id = ${merchantId} order by action for update`;
  return new Map(rows.map((row) => [row.action, row.above_minor]));
}

/** Rules that stay are updated in place: to whoever waits for their lock, new rows would not exist, nor any rule. */
export async function replaceRules(sql: Sql, merchantId: string, rules: Rules): Promise<void> {
  await sql`
    delete from approval_rules where merchant_id = ${merchantId} and action <> all(${[...rules.keys()]}::text[])`;
  for (const [action, above] of rules)
    await sql`
      insert into approval_rules (merchant_id, action, above_minor) values (${merchantId}, ${action}, ${above})
      on conflict (merchant_id, action) do update set above_minor = excluded.above_minor`;
}

/** What was done since then, with and without approval. */
export async function selectSumOfDay(
  sql: Sql,
  merchantId: string,
  action: ApprovalAction,
  since: Date,
): Promise<bigint> {
  const [row] = await sql<{ sum: bigint }[]>`
    select coalesce(sum(worth_minor), 0)::bigint as sum from approvals
    where merchant_id = ${merchantId} and action = ${action} and state in ('small', 'approved')
      and coalesce(decided_at, asked_at) > ${since}`;
  return row?.sum ?? 0n;
}

export async function insertSmall(
  ctx: Context,
  sql: Sql,
  merchantId: string,
  { action, params, worthMinor }: ApprovalRequest,
): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    insert into approvals (approval_id, merchant_id, action, params, worth_minor, state, asked_by_id, asked_by, asked_at,
      expires_at)
    values (${ctx.ids.next('apr', now)}, ${merchantId}, ${action}, ${JSON.stringify(params)}::text::jsonb, ${worthMinor},
      'small', '', '', ${now}, ${now})`;
}

/** The pending one, if the same was asked for already. */
export async function insertApproval(
  sql: Sql,
  row: Omit<ApprovalRow, 'state' | 'decided_by' | 'decided_at' | 'reason'>,
): Promise<{ row: ApprovalRow; isNew: boolean }> {
  const params = JSON.stringify(row.params);
  const [made] = await sql<ApprovalRow[]>`
    insert into approvals (approval_id, merchant_id, action, params, worth_minor, state, asked_by_id, asked_by, asked_at,
      expires_at)
    values (${row.approval_id}, ${row.merchant_id}, ${row.action}, ${params}::text::jsonb, ${row.worth_minor}, 'pending',
      ${row.asked_by_id}, ${row.asked_by}, ${row.asked_at}, ${row.expires_at})
    on conflict (merchant_id, action, params) where state = 'pending' do nothing
    returning *`;
  if (made) return { row: made, isNew: true };
  const [pending] = await sql<ApprovalRow[]>`
    select * from approvals where merchant_id = ${row.merchant_id} and action = ${row.action}
      and params = ${params}::text::jsonb and state = 'pending'`;
  if (!pending) throw new Error('an approval ended while it was asked for again');
  return { row: pending, isNew: false };
}

/** Those that wait for a decision, then others, newest first: what can still be declined is not hidden by a heap of others. */
export async function selectApprovals(sql: Sql, merchantId: string, limit: number): Promise<ApprovalRow[]> {
  return sql<ApprovalRow[]>`
    (select * from approvals where merchant_id = ${merchantId} and state = 'pending'
      order by approval_id desc limit ${limit})
    union all
    (select * from approvals where merchant_id = ${merchantId} and state not in ('small', 'pending')
      order by approval_id desc limit ${limit})
    limit ${limit}`;
}

export async function countPending(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from approvals where merchant_id = ${merchantId} and state = 'pending'`;
  return row?.count ?? 0;
}

export async function lockApproval(
  sql: Sql,
  merchantId: string,
  approvalId: string,
): Promise<ApprovalRow | undefined> {
  const [row] = await sql<ApprovalRow[]>`
    select * from approvals where approval_id = ${approvalId} and merchant_id = ${merchantId} and state <> 'small'
    for update`;
  return row;
}

/** Undefined if it is not pending any more. */
export async function endApproval(
  sql: Sql,
  key: Pick<ApprovalRow, 'approval_id' | 'merchant_id'>,
  end: { state: Exclude<ApprovalState, 'pending'>; by: string | null; at: Date; reason: string | null },
): Promise<ApprovalRow | undefined> {
  const [row] = await sql<ApprovalRow[]>`
    update approvals set state = ${end.state}, decided_by = ${end.by}, decided_at = ${end.at}, reason = ${end.reason}
    where approval_id = ${key.approval_id} and merchant_id = ${key.merchant_id} and state = 'pending'
    returning *`;
  return row;
}

/** What was asked for in view of other rules than those that come now is not done. */
export async function endPendingRules(sql: Sql, merchantId: string, at: Date): Promise<void> {
  await sql`
    update approvals set state = 'expired', decided_at = ${at}, reason = 'The rules were changed meanwhile.'
    where merchant_id = ${merchantId} and action = 'rules' and state = 'pending'`;
}

/** The merchant of the one whose time was over first. */
export async function selectMerchantOfExpired(sql: Sql, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ merchant_id: string }[]>`
    select merchant_id from approvals where state = 'pending' and expires_at <= ${now} order by expires_at limit 1`;
  return row?.merchant_id;
}

/** One of the merchant whose time is over, locked. */
export async function lockExpired(sql: Sql, merchantId: string, now: Date): Promise<ApprovalRow | undefined> {
  const [row] = await sql<ApprovalRow[]>`
    select * from approvals where merchant_id = ${merchantId} and state = 'pending' and expires_at <= ${now}
    order by expires_at limit 1 for update skip locked`;
  return row;
}

export async function selectNextExpiry(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(expires_at) as at from approvals where state = 'pending'`;
  return row?.at ?? null;
}

export async function deleteSmall(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from approvals where ctid = any(array(
      select ctid from approvals where state = 'small' and asked_at <= ${before}
      order by asked_at limit ${limit} for update skip locked))`;
  return count;
}
