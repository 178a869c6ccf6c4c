import type { KeyCaller, KeyKind } from '../lib/caller.ts';
import type { Environment } from '../lib/environment.ts';
import type { Sql } from '../platform/db/client.ts';

export type RefundFees = 'returned' | 'kept';

export interface MerchantRow {
  merchant_id: string;
  name: string;
  email: string;
  status: 'active' | 'suspended';
  simulated_customer: boolean;
  /** The operator's fee on completed payments, in basis points. */
  fee_bps: number;
  /** Whether the operator gives its fee back on what is refunded. */
  refund_fees: RefundFees;
  /** How far a live payment may be from its quote, in basis points. */
  tolerance_bps: number;
  /** The largest amount, in USD cents; null for the usual one. */
  max_usd_minor: bigint | null;
  created_at: Date;
}

export interface KeyRow {
  key_id: string;
  merchant_id: string;
  environment: Environment;
  kind: KeyKind;
  hint: string;
  name: string | null;
  allowed_ips: string[] | null;
  /** Null: everything. */
  permissions: string[] | null;
  /** May say where refunds and unapplied money go. */
  any_address: boolean;
  /** Unknown fields are refused. */
  strict: boolean;
  /** Null: never. */
  expires_at: Date | null;
  /** Accurate to a minute. */
  last_used_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
}

export const keyColumns: (keyof KeyRow)[] = [
  'key_id',
  'merchant_id',
  'environment',
  'kind',
  'hint',
  'name',
  'allowed_ips',
  'permissions',
  'any_address',
  'strict',
  'expires_at',
  'last_used_at',
  'created_at',
  'revoked_at',
];

export async function insertMerchant(sql: Sql, row: MerchantRow, isVerified: boolean): Promise<void> {
  await sql`
    insert into merchants (merchant_id, name, email, status, created_at, email_verified_at)
    values (${row.merchant_id}, ${row.name}, ${row.email}, ${row.status}, ${row.created_at},
      ${isVerified ? row.created_at : null})`;
}

export async function selectMerchants(sql: Sql): Promise<MerchantRow[]> {
  return sql<MerchantRow[]>`
    select merchant_id, name, email, status, simulated_customer, fee_bps, refund_fees, tolerance_bps,
      max_usd_minor, created_at
    from merchants order by merchant_id`;
}

export async function wasCreatedAfter(sql: Sql, merchantId: string, moment: Date): Promise<boolean> {
  const rows = await sql`select from merchants where merchant_id = ${merchantId} and created_at > ${moment}`;
  return rows.length > 0;
}

export async function hasMerchants(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from merchants limit 1`;
  return rows.length > 0;
}

/** What the operator can change of a merchant. */
type MerchantChange = Partial<
  Pick<
    MerchantRow,
    'status' | 'simulated_customer' | 'fee_bps' | 'refund_fees' | 'tolerance_bps' | 'max_usd_minor'
  >
>;

/** What is left out stays. Returns undefined if the merchant does not exist. */
export async function updateMerchant(
  sql: Sql,
  merchantId: string,
  change: MerchantChange,
): Promise<MerchantRow | undefined> {
  const [row] = await sql<MerchantRow[]>`
    update merchants set
      status = coalesce(${change.status ?? null}, status),
      simulated_customer = coalesce(${change.simulated_customer ?? null}::boolean, simulated_customer),
      fee_bps = coalesce(${change.fee_bps ?? null}::smallint, fee_bps),
      refund_fees = coalesce(${change.refund_fees ?? null}, refund_fees),
      tolerance_bps = coalesce(${change.tolerance_bps ?? null}::smallint, tolerance_bps),
      max_usd_minor = coalesce(${change.max_usd_minor?.toString() ?? null}::bigint, max_usd_minor)
    where merchant_id = ${merchantId}
    returning merchant_id, name, email, status, simulated_customer, fee_bps, refund_fees, tolerance_bps,
      max_usd_minor, created_at`;
  return row;
}

/** Returns undefined if the merchant does not exist. */
export async function insertKey(sql: Sql, row: KeyRow, keyHash: Buffer): Promise<KeyRow | undefined> {
  const [inserted] = await sql<KeyRow[]>`
    insert into api_keys (key_id, merchant_id, environment, kind, key_hash, hint, name, allowed_ips, permissions,
      strict, expires_at, created_at)
    select ${row.key_id}, merchant_id, ${row.environment}, ${row.kind}, ${keyHash}, ${row.hint},
      ${row.name}, ${row.allowed_ips}::text[], ${row.permissions}::text[], ${row.strict}, ${row.expires_at}, ${row.created_at}
    from merchants where merchant_id = ${row.merchant_id}
    returning ${sql(keyColumns)}`;
  return inserted;
}

export async function selectKeys(sql: Sql, merchantId: string): Promise<KeyRow[]> {
  return sql<KeyRow[]>`
    select ${sql(keyColumns)} from api_keys where merchant_id = ${merchantId} order by key_id`;
}

/** Revoking again keeps the first `revoked_at`. */
export async function updateKeyRevoked(sql: Sql, keyId: string, at: Date): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    update api_keys set revoked_at = coalesce(revoked_at, ${at}) where key_id = ${keyId}
    returning ${sql(keyColumns)}`;
  return row;
}

export async function selectKeyCaller(sql: Sql, keyHash: Buffer): Promise<KeyCaller | undefined> {
  const [row] = await sql<KeyCaller[]>`
    select k.key_id, k.merchant_id, k.environment, k.kind, k.allowed_ips, k.permissions, k.strict, k.expires_at,
      k.revoked_at is not null as revoked, m.status = 'suspended' as suspended, m.simulated_customer,
      m.default_accepted_chains, m.default_accepted_tokens, m.max_usd_minor
    from api_keys k join merchants m using (merchant_id)
    where k.key_hash = ${keyHash}`;
  return row;
}

export async function selectTolerance(sql: Sql, merchantId: string): Promise<number | undefined> {
  const [row] = await sql<{ tolerance_bps: number }[]>`
    select tolerance_bps from merchants where merchant_id = ${merchantId}`;
  return row?.tolerance_bps;
}

export async function selectFees(
  sql: Sql,
  merchantIds: string[],
): Promise<{ merchant_id: string; fee_bps: number }[]> {
  return sql<{ merchant_id: string; fee_bps: number }[]>`
    select merchant_id, fee_bps from merchants where merchant_id = any(${merchantIds}::text[])`;
}
