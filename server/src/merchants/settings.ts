import type { Context } from '../app/context.ts';
import { assertSomeOption } from '../chains/options.ts';
import { chainIds, tokens } from '../lib/chains/registry.ts';
import { ApiError } from '../lib/errors.ts';
import { MerchantError } from '../lib/merchant-error.ts';
import type { Sql } from '../platform/db/client.ts';
import { deleteLogo, upsertLogo } from '../platform/logos/logo-rows.ts';
import { logoOf } from '../platform/logos/logos.ts';
import type { LogoBody, Settings, SettingsBody } from './settings-schema.ts';
import { lockMerchant, type SettingsRow, selectSettings, updateSettings } from './settings-store.ts';

export async function getSettings(ctx: Context, sql: Sql, merchantId: string): Promise<Settings> {
  const row = await selectSettings(sql, merchantId);
  if (!row) throw new Error(`merchant ${merchantId} does not exist`);
  return {
    name: row.name,
    logo_url: row.logo_digest && `${ctx.config.publicUrl}/logos/${row.logo_digest}`,
    support_email: row.support_email,
    support_url: row.support_url,
    address: row.address,
    tax_id: row.tax_id,
    accent_color: row.accent_color,
    simulated_customer: row.simulated_customer,
    sum_by_payer: row.sum_by_payer,
    default_accepted_chains: row.default_accepted_chains,
    default_accepted_tokens: row.default_accepted_tokens,
  };
}

/** Omitted fields keep their value, null clears them. Validates the resulting settings as a whole. */
export async function changeSettings(
  ctx: Context,
  tx: Sql,
  merchantId: string,
  body: SettingsBody,
): Promise<Settings> {
  await lockMerchant(tx, merchantId);
  const before = await selectSettings(tx, merchantId);
  if (!before) throw new Error(`merchant ${merchantId} does not exist`);
  const { logo_digest: _, ...row } = before;
  await updateSettings(tx, { ...row, ...business(body), ...accepted(row, body) });
  return getSettings(ctx, tx, merchantId);
}

function business(body: SettingsBody): Partial<SettingsRow> {
  const name = body.name?.trim();
  if (name === '') throw refusal('name', body.name, 'The name must have 1 to 200 characters.');
  return {
    ...(name === undefined ? {} : { name }),
    ...(body.support_email === undefined ? {} : { support_email: body.support_email }),
    ...(body.support_url === undefined ? {} : { support_url: body.support_url }),
    ...(body.address === undefined ? {} : { address: body.address }),
    ...(body.tax_id === undefined ? {} : { tax_id: body.tax_id }),
    ...(body.accent_color === undefined ? {} : { accent_color: body.accent_color?.toLowerCase() ?? null }),
    ...(body.simulated_customer === undefined ? {} : { simulated_customer: body.simulated_customer }),
    ...(body.sum_by_payer === undefined ? {} : { sum_by_payer: body.sum_by_payer }),
  };
}

function accepted(row: SettingsRow, body: SettingsBody): Partial<SettingsRow> {
  const changed = {
    default_accepted_chains: inOrder(chainIds, body.default_accepted_chains, row.default_accepted_chains),
    default_accepted_tokens: inOrder(tokens, body.default_accepted_tokens, row.default_accepted_tokens),
  };
  const field =
    body.default_accepted_tokens === undefined ? 'default_accepted_chains' : 'default_accepted_tokens';
  assertSomeOption(
    changed.default_accepted_chains ?? chainIds,
    changed.default_accepted_tokens ?? tokens,
    field,
  );
  return changed;
}

/** Removes duplicates and uses the order of `all`, as every list in the API does. */
function inOrder<T extends string>(
  all: readonly T[],
  given: readonly T[] | null | undefined,
  before: T[] | null,
): T[] | null {
  if (given === undefined) return before;
  return given && all.filter((one) => given.includes(one));
}

export async function changeLogo(
  ctx: Context,
  tx: Sql,
  merchantId: string,
  body: LogoBody,
): Promise<Settings> {
  const bytes = Buffer.from(body.data, 'base64');
  const row = readLogo(merchantId, bytes);
  if (row.content_type !== body.content_type) {
    const message = `The image is ${row.content_type}, not ${body.content_type}. Correct content_type.`;
    throw refusal('content_type', body.content_type, message);
  }
  await upsertLogo(tx, row, ctx.clock.now());
  return getSettings(ctx, tx, merchantId);
}

/** Runs the checks shared with the CLI and turns their errors into API errors. */
function readLogo(merchantId: string, bytes: Buffer) {
  try {
    return logoOf(merchantId, bytes);
  } catch (error) {
    if (error instanceof MerchantError) throw refusal('data', `${bytes.length} bytes`, error.message);
    throw error;
  }
}

/** No-op without a logo. */
export async function clearLogo(ctx: Context, tx: Sql, merchantId: string): Promise<Settings> {
  await deleteLogo(tx, merchantId);
  return getSettings(ctx, tx, merchantId);
}

function refusal(field: string, provided: unknown, message: string): ApiError {
  return new ApiError('INVALID_PARAMETER', { message, details: { field, provided } });
}
