import type { Locale } from '../../lib/locales.ts';
import type { MemberId } from '../../lib/member-id.ts';
import type { Role } from '../../lib/roles.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { NoticeKind } from '../email/messages.ts';

export interface ChoiceRow {
  member_id: string;
  merchant_id: string;
  email: string;
  role: Role;
  /** Null: as the role has it. */
  notify_payments: boolean | null;
  notify_payouts: boolean | null;
  notify_refunds: boolean | null;
  notify_endpoints: boolean | null;
  notify_test: boolean;
  locale: Locale | null;
}

const columns = [
  'member_id',
  'merchant_id',
  'email',
  'role',
  'notify_payments',
  'notify_payouts',
  'notify_refunds',
  'notify_endpoints',
  'notify_test',
  'locale',
];

export async function selectChoices(sql: Sql, key: MemberId): Promise<ChoiceRow | undefined> {
  const [row] = await sql<ChoiceRow[]>`
    select ${sql(columns)} from members where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
  return row;
}

/** Members of merchants whose address is confirmed: nobody gets mail because a stranger signed up with their address. */
export async function selectRecipients(sql: Sql, merchantIds: string[]): Promise<ChoiceRow[]> {
  return sql<ChoiceRow[]>`
    select ${sql(columns)} from members
    where merchant_id = any(${merchantIds}::text[]) and exists (
      select from merchants
      where merchants.merchant_id = members.merchant_id and email_verified_at is not null)
    order by member_id`;
}

/** A merchant that the operator made has none until somebody is invited. */
export async function hasMembers(sql: Sql, merchantId: string): Promise<boolean> {
  const rows = await sql`select 1 from members where merchant_id = ${merchantId} limit 1`;
  return rows.length > 0;
}

export type ChoiceChanges = Partial<Omit<ChoiceRow, 'member_id' | 'merchant_id' | 'email' | 'role'>>;

/** Omitted fields are not changed. */
export async function updateChoices(sql: Sql, key: MemberId, changes: ChoiceChanges): Promise<boolean> {
  const flag = (name: Exclude<keyof ChoiceChanges, 'locale'>) =>
    sql`${sql(name)} = coalesce(${changes[name] ?? null}::boolean, ${sql(name)})`;
  const result = await sql`
    update members set ${flag('notify_payments')}, ${flag('notify_payouts')}, ${flag('notify_refunds')},
      ${flag('notify_endpoints')}, ${flag('notify_test')},
      locale = case when ${changes.locale !== undefined}::boolean then ${changes.locale ?? null}::text else locale end
    where member_id = ${key.member_id} and merchant_id = ${key.merchant_id}`;
  return result.count === 1;
}

export const columnOf = {
  payment_received: 'notify_payments',
  payout_sent: 'notify_payouts',
  refund_waiting: 'notify_refunds',
  endpoint_failing: 'notify_endpoints',
} as const satisfies Record<NoticeKind, keyof ChoiceRow>;
