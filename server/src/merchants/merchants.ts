import type { Context } from '../app/context.ts';
import type { KeyKind } from '../lib/caller.ts';
import { hourMs } from '../lib/durations.ts';
import type { Environment } from '../lib/environment.ts';
import { parseIpRange } from '../lib/ip-ranges.ts';
import { canonicalMailAddress } from '../lib/mail-address.ts';
import { MerchantError } from '../lib/merchant-error.ts';
import { parseFiat } from '../lib/money.ts';
import { unique } from '../lib/unique.ts';
import type { Sql } from '../platform/db/client.ts';
import { isPlainLine } from '../platform/plain-text.ts';
import { generateKey, hashKey } from './keys/key-format.ts';
import {
  insertKey,
  insertMerchant,
  type KeyRow,
  type MerchantRow,
  type RefundFees,
  selectFees,
  selectKeyCaller,
  selectTolerance,
  updateKeyRevoked,
  updateMerchant,
  wasCreatedAfter,
} from './store.ts';

export { hasMerchants, selectKeys, selectMerchants } from './store.ts';

/** The same check as at sending, so that every accepted address can receive e-mail. */
export function assertMailable(email: string): void {
  if (canonicalMailAddress(email) === null)
    throw new MerchantError(
      `--email "${email}" is not a valid e-mail address. Use one such as owner@shop.example.`,
    );
}

/** Whether the merchant signed up within the last hour: whoever does that has no money that a thief could want. */
export function isNewMerchant({ clock }: Context, sql: Sql, merchantId: string): Promise<boolean> {
  return wasCreatedAfter(sql, merchantId, new Date(clock.nowMs() - hourMs));
}

export async function createMerchant(
  ctx: Context,
  sql: Sql,
  input: { name: string; email: string; isVerified?: boolean },
): Promise<MerchantRow> {
  const name = input.name.trim();
  if (name.length < 1 || name.length > 200 || !isPlainLine(name))
    throw new MerchantError(
      '--name must have 1 to 200 characters on one line, without invisible or text-direction characters.',
    );
  assertMailable(input.email);
  const row: MerchantRow = {
    merchant_id: ctx.ids.next('mer'),
    name,
    email: input.email,
    status: 'active',
    simulated_customer: true,
    fee_bps: 0,
    refund_fees: 'returned',
    tolerance_bps: 50,
    max_usd_minor: null,
    created_at: ctx.clock.now(),
  };
  await insertMerchant(sql, row, input.isVerified ?? true);
  return row;
}

/** A store returns no row if the merchant does not exist. */
function existing<Row>(row: Row | undefined, merchantId: string): Row {
  if (row) return row;
  throw new MerchantError(
    `Merchant ${merchantId} does not exist. Run "merchants list" to see all merchants.`,
  );
}

export async function setMerchantStatus(
  ctx: Context,
  merchantId: string,
  status: MerchantRow['status'],
): Promise<MerchantRow> {
  return existing(await updateMerchant(ctx.db, merchantId, { status }), merchantId);
}

/** Sets whether the simulated customer pays payments created with the merchant's secret test keys. */
export async function setSimulatedCustomer(
  ctx: Context,
  merchantId: string,
  on: boolean,
): Promise<MerchantRow> {
  return existing(await updateMerchant(ctx.db, merchantId, { simulated_customer: on }), merchantId);
}

/** Fees are at most 10 %. */
const maxFeeBps = 1000;

/** Sets the operator's fee on payments that complete from now on. */
export async function setFee(ctx: Context, merchantId: string, bps: number): Promise<MerchantRow> {
  if (!Number.isInteger(bps) || bps < 0 || bps > maxFeeBps)
    throw new MerchantError(`--fee-bps must be a whole number from 0 to ${maxFeeBps}: 100 is one percent.`);
  return existing(await updateMerchant(ctx.db, merchantId, { fee_bps: bps }), merchantId);
}

/** As the database has it. */
const maxToleranceBps = 500;

/** Sets how much a live payment may lack of its quote, or have above it, for quotes from now on. */
export async function setTolerance(ctx: Context, merchantId: string, bps: number): Promise<MerchantRow> {
  if (!Number.isInteger(bps) || bps < 0 || bps > maxToleranceBps)
    throw new MerchantError(
      `--tolerance-bps must be a whole number from 0 to ${maxToleranceBps}: 50, which is half a percent, is usual.`,
    );
  return existing(await updateMerchant(ctx.db, merchantId, { tolerance_bps: bps }), merchantId);
}

/** Sets whether the operator returns its fee on future refunds. */
export async function setRefundFees(
  ctx: Context,
  merchantId: string,
  setting: RefundFees,
): Promise<MerchantRow> {
  return existing(await updateMerchant(ctx.db, merchantId, { refund_fees: setting }), merchantId);
}

/** In USD cents. */
const maxAmounts = { from: 50n, to: 100_000_000_00n };

/** Sets the merchant's maximum amount in USD for new payments, buttons and invoices. */
export async function setMaxAmount(ctx: Context, merchantId: string, amount: string): Promise<MerchantRow> {
  const usdMinor = parseFiat(amount);
  if (usdMinor === null || usdMinor < maxAmounts.from || usdMinor > maxAmounts.to)
    throw new MerchantError('--max-amount must be an amount in USD from 0.50 to 100000000.00.');
  return existing(await updateMerchant(ctx.db, merchantId, { max_usd_minor: usdMinor }), merchantId);
}

/** Returns the key itself, of which only the hash is stored. */
export async function createKey(
  ctx: Context,
  sql: Sql,
  input: {
    merchantId: string;
    environment: Environment;
    kind: KeyKind;
    allowedIps: string[];
    name?: string;
    /** Default: all permissions. */
    permissions?: readonly string[] | null;
    /** Default: false. */
    strict?: boolean;
    /** Default: never. */
    expiresAt?: Date | null;
  },
): Promise<KeyRow & { key: string }> {
  const problem = input.allowedIps.find((entry) => parseIpRange(entry) === null);
  if (problem !== undefined)
    throw new MerchantError(`--allow-ip "${problem}" is not an IP address or CIDR range.`);
  const key = generateKey(ctx.random, input.environment, input.kind);
  const row = await insertKey(
    sql,
    {
      key_id: ctx.ids.next('key'),
      merchant_id: input.merchantId,
      environment: input.environment,
      kind: input.kind,
      hint: key.slice(-4),
      name: input.name ?? null,
      allowed_ips: input.allowedIps.length > 0 ? input.allowedIps : null,
      permissions: input.permissions ? [...input.permissions] : null,
      any_address: false,
      strict: input.strict ?? false,
      expires_at: input.expiresAt ?? null,
      last_used_at: null,
      created_at: ctx.clock.now(),
      revoked_at: null,
    },
    hashKey(key),
  );
  return { ...existing(row, input.merchantId), key };
}

export async function revokeKey(ctx: Context, keyId: string): Promise<KeyRow> {
  const row = await updateKeyRevoked(ctx.db, keyId, ctx.clock.now());
  if (!row)
    throw new MerchantError(
      `Key ${keyId} does not exist. Run "keys list --merchant ID" to see a merchant's keys.`,
    );
  return row;
}

export type Merchant = MerchantRow;
export type Key = KeyRow;

/** Whether the key exists, revoked or not. */
export async function isKeyKnown(sql: Sql, key: string): Promise<boolean> {
  return (await selectKeyCaller(sql, hashKey(key))) !== undefined;
}

/** How much less than quoted a live payment may be, in basis points. */
export async function toleranceOf(sql: Sql, merchantId: string): Promise<bigint> {
  const bps = await selectTolerance(sql, merchantId);
  if (bps === undefined) throw new Error(`merchant ${merchantId} does not exist`);
  return BigInt(bps);
}

/** The operator's fee for each of these merchants, in basis points. */
export async function feesOf(
  sql: Sql,
  merchantIds: readonly string[],
): Promise<(merchantId: string) => bigint> {
  const rows = await selectFees(sql, unique(merchantIds));
  const fees = new Map(rows.map(({ merchant_id, fee_bps }) => [merchant_id, BigInt(fee_bps)]));
  return (merchantId) => {
    const bps = fees.get(merchantId);
    if (bps === undefined) throw new Error(`merchant ${merchantId} does not exist`);
    return bps;
  };
}
