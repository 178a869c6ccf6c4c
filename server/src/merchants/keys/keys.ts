import { type Static, Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import type { Environment } from '../../lib/environment.ts';
import { ApiError } from '../../lib/errors.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { isId } from '../../lib/ids.ts';
import { parseIpRange } from '../../lib/ip-ranges.ts';
import { grants, keyPermissions } from '../../lib/key-permissions.ts';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { unique } from '../../lib/unique.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type Approvable, hasRule, requireApproval } from '../approvals/require-approval.ts';
import { tellOwners } from '../members/tell-owners.ts';
import { createKey } from '../merchants.ts';
import type { KeyRow } from '../store.ts';
import { countWorkingKeys, lockKey, selectOwnKeys, updateKey, updateKeyPermissions } from './key-store.ts';
import type { Key } from './key-view.ts';

export { holdAnyAddressKey, withdrawAllAnyAddress } from './key-store.ts';

/** Active keys per environment. */
const maxWorkingKeys = 100;
/** Including revoked keys, newest first. */
const maxShownKeys = 1000;
const maxRanges = 100;

const nameField = () => Type.String({ minLength: 1, maxLength: 100, format: 'one-line' });
const rangesField = () =>
  nullable(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: maxRanges,
      description: 'IP addresses and CIDR ranges. Null or empty allows every address.',
    }),
  );

const strictField = () =>
  Type.Boolean({
    description: 'Refuse requests with fields that the API does not know. Default: ignore them.',
  });

export const createKeyBody = Type.Object({
  name: nameField(),
  kind: oneOf(['secret', 'publishable']),
  allowed_ips: Type.Optional(rangesField()),
  permissions: Type.Optional(
    nullable(
      Type.Array(oneOf(keyPermissions), {
        minItems: 1,
        maxItems: keyPermissions.length,
        description: 'What a secret key may do. Null: everything that your role allows.',
      }),
    ),
  ),
  strict: Type.Optional(strictField()),
  expires_at: Type.Optional(
    nullable(Type.String({ format: 'date-time', description: 'When the key stops working. Null: never.' })),
  ),
});
export type CreateKeyBody = Static<typeof createKeyBody>;

export const changeKeyBody = Type.Object({
  name: Type.Optional(nameField()),
  allowed_ips: Type.Optional(rangesField()),
  strict: Type.Optional(strictField()),
});
export type ChangeKeyBody = Static<typeof changeKeyBody>;

/** Moves money out. Refunds go to payers, and to other addresses only by a right of its own (`allowAnyAddress`). */
const payOut = 'payouts.write';

interface Owner {
  merchant_id: string;
  environment: Environment;
}

/** `waiting`: the permissions that the key gets by `givePermissions`, since a second member may have to approve them. */
interface MadeKey {
  key: Key;
  waiting: { permissions: readonly string[] | null } | null;
}

export async function listKeys(ctx: Context, owner: Owner): Promise<Key[]> {
  const rows = await selectOwnKeys(ctx.db, owner.merchant_id, owner.environment, maxShownKeys);
  return rows.map(toKey);
}

/**
 * `granted` is what the member who creates it may give: no key can do more than its maker. Owners are mailed about live ones.
 * The secret is shown once, to its maker, so the key exists at once; under the rule about keys it pays nothing out yet.
 */
export async function makeKey(
  ctx: Context,
  tx: Sql,
  owner: Owner,
  body: CreateKeyBody,
  granted: readonly string[] | null,
  memberEmail: string,
): Promise<MadeKey> {
  const { merchant_id: merchantId, environment } = owner;
  const name = trimmed(body.name);
  const allowedIps = ranges(body.allowed_ips ?? []) ?? [];
  const wanted = permissionsFor(body, granted);
  const waits = body.kind === 'secret' && paysOut(wanted) && (await hasRule(tx, owner, 'key'));
  const permissions = waits ? (wanted ?? keyPermissions).filter((one) => one !== payOut) : wanted;
  const expiresAt = expiryOf(ctx, body);
  if ((await countWorkingKeys(tx, merchantId, environment, ctx.clock.now())) >= maxWorkingKeys) {
    throw new ApiError('INVALID_PARAMETER', {
      message: `You have reached the limit of ${maxWorkingKeys} active keys. Revoke one first.`,
      details: { field: 'name', max_keys: maxWorkingKeys },
    });
  }
  const { kind, strict = false } = body;
  const input = { merchantId, environment, kind, allowedIps, name, permissions, strict, expiresAt };
  const made = await createKey(ctx, tx, input);
  if (environment === 'live') await tellOfKey(ctx, tx, made, 'live_key', memberEmail);
  return { key: { ...toKey(made), key: made.key }, waiting: waits ? { permissions: wanted } : null };
}

function paysOut(permissions: readonly string[] | null): boolean {
  return permissions === null || permissions.includes(payOut);
}

/** Lets a live key do what it was made for, payouts included. */
export async function givePermissions(
  ctx: Context,
  tx: Sql,
  owner: Owner & Approvable,
  keyId: string,
  permissions: readonly string[] | null,
): Promise<Key> {
  const row = await lockOwnKey(tx, owner, keyId);
  if (row.kind !== 'secret' || row.revoked_at !== null)
    throw new ApiError('INVALID_PARAMETER', {
      message: 'Only a secret key that works can be allowed to pay out.',
      details: { field: 'key_id', provided: keyId },
    });
  const params = { key_id: keyId, permissions };
  await requireApproval(ctx, tx, owner, { action: 'key', params, worthMinor: null });
  await updateKeyPermissions(tx, row, permissions);
  return toKey({ ...row, permissions: permissions === null ? null : [...permissions] });
}

function permissionsFor(
  { kind, permissions }: CreateKeyBody,
  granted: readonly string[] | null,
): readonly string[] | null {
  if (kind === 'publishable' && permissions)
    throw new ApiError('INVALID_PARAMETER', {
      message: 'A publishable key has no permissions to choose: it can only be used for buttons.',
      details: { field: 'permissions', provided: permissions },
    });
  if (kind === 'publishable') return null;
  if (!permissions) return granted;
  const beyond = granted && permissions.find((permission) => !grants(granted, permission));
  if (!beyond) return unique(permissions);
  throw new ApiError('FORBIDDEN', {
    message: `Your role does not have the permission ${beyond}, so a key that you create cannot have it. Ask an owner to create the key.`,
    details: { field: 'permissions', permission: beyond },
  });
}

function expiryOf(ctx: Context, { expires_at: given }: CreateKeyBody): Date | null {
  if (given === undefined || given === null) return null;
  const atMs = parseTimestamp(given);
  if (atMs !== null && atMs > ctx.clock.nowMs()) return new Date(atMs);
  throw new ApiError('INVALID_PARAMETER', {
    message: 'expires_at must be in the future.',
    details: { field: 'expires_at', provided: given },
  });
}

export async function changeKey(tx: Sql, owner: Owner, keyId: string, body: ChangeKeyBody): Promise<Key> {
  const row = await lockOwnKey(tx, owner, keyId);
  const changed = {
    ...row,
    ...(body.name === undefined ? {} : { name: trimmed(body.name) }),
    ...(body.allowed_ips === undefined ? {} : { allowed_ips: ranges(body.allowed_ips ?? []) }),
    ...(body.strict === undefined ? {} : { strict: body.strict }),
  };
  await updateKey(tx, changed);
  return toKey(changed);
}

/** Permanent. Within a second, requests with the key get 401 in every process. */
export async function revokeOwnKey(ctx: Context, tx: Sql, owner: Owner, keyId: string): Promise<Key> {
  const row = await lockOwnKey(tx, owner, keyId);
  const revoked = { ...row, revoked_at: row.revoked_at ?? ctx.clock.now() };
  await updateKey(tx, revoked);
  return toKey(revoked);
}

/**
 * Lets a live key say where refunds and unapplied money go. The caller has confirmed password and second factor. Owners
 * are mailed.
 */
export async function allowAnyAddress(
  ctx: Context,
  tx: Sql,
  owner: Owner & Approvable,
  keyId: string,
  memberEmail: string,
): Promise<Key> {
  const row = await lockOwnKey(tx, owner, keyId);
  if (row.environment === 'test' || row.kind !== 'secret' || row.revoked_at !== null)
    throw new ApiError('INVALID_PARAMETER', {
      message: 'Only a live secret key that works can be allowed to name addresses. Test keys always can.',
      details: { field: 'key_id', provided: keyId },
    });
  if (row.any_address) return toKey(row);
  await requireApproval(ctx, tx, owner, { action: 'key', params: { key_id: keyId }, worthMinor: null });
  const allowed = { ...row, any_address: true };
  await updateKey(tx, allowed);
  await tellOfKey(ctx, tx, row, 'key', memberEmail);
  return toKey(allowed);
}

function tellOfKey(
  ctx: Context,
  tx: Sql,
  row: KeyRow,
  about: 'key' | 'live_key',
  memberEmail: string,
): Promise<void> {
  return tellOwners(ctx, tx, row.merchant_id, row.key_id, {
    kind: 'security_notice',
    about,
    key: keyLabel(row),
    done_by: memberEmail,
    done_at: ctx.clock.now().toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/developers/keys?env=${row.environment}`,
  });
}

/** Takes effect at once in every process: the right is read in the transaction that uses it. */
export async function withdrawAnyAddress(tx: Sql, owner: Owner, keyId: string): Promise<Key> {
  const row = { ...(await lockOwnKey(tx, owner, keyId)), any_address: false };
  await updateKey(tx, row);
  return toKey(row);
}

/** A key of the merchant, locked; null once it is revoked or has expired. */
export async function holdWorkingKey(
  { clock }: Pick<Context, 'clock'>,
  tx: Sql,
  merchantId: string,
  keyId: string,
): Promise<KeyRow | null> {
  const row = await lockKey(tx, { key_id: keyId, merchant_id: merchantId });
  const isOver =
    !row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= clock.now());
  return isOver ? null : row;
}

/** How people tell keys apart. */
export function keyLabel({ name, hint }: Pick<KeyRow, 'name' | 'hint'>): string {
  return name === null ? `…${hint}` : `${name} (…${hint})`;
}

/** 404 for another merchant's key, KEY_ENVIRONMENT_MISMATCH for a key of the other environment. */
async function lockOwnKey(tx: Sql, owner: Owner, keyId: string): Promise<KeyRow> {
  const key = { key_id: keyId, merchant_id: owner.merchant_id };
  const row = isId('key', keyId) ? await lockKey(tx, key) : undefined;
  if (!row) throw new ApiError('NOT_FOUND', { message: 'No key with this id exists for this merchant.' });
  if (row.environment !== owner.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
  return row;
}

function trimmed(name: string): string {
  const text = name.trim();
  if (text !== '') return text;
  throw new ApiError('INVALID_PARAMETER', {
    message: 'The name must have 1 to 100 characters and not be blank.',
    details: { field: 'name', provided: name },
  });
}

/** Validated and deduplicated. Null if empty, which allows every address. */
function ranges(entries: string[]): string[] | null {
  const wrong = entries.find((entry) => parseIpRange(entry) === null);
  if (wrong === undefined) return entries.length > 0 ? [...new Set(entries)] : null;
  throw new ApiError('INVALID_PARAMETER', {
    message: `"${wrong}" is not an IP address or CIDR range. Use one such as 203.0.113.7 or 203.0.113.0/24.`,
    details: { field: 'allowed_ips', provided: wrong },
  });
}

function toKey(row: KeyRow): Key {
  return {
    key_id: row.key_id,
    name: row.name,
    kind: row.kind,
    environment: row.environment,
    hint: row.hint,
    allowed_ips: row.allowed_ips,
    permissions: row.permissions,
    any_address: row.any_address,
    strict: row.strict,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
