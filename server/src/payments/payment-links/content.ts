import type { Context } from '../../app/context.ts';
import { assertSomeOption } from '../../chains/options.ts';
import type { Caller } from '../../lib/caller.ts';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { unique } from '../../lib/unique.ts';
import { returnUrlChecks } from '../payment/return-urls.ts';
import { amountsOf, assertAmounts, noAmounts } from './amounts.ts';
import type { UpdateButtonBody } from './button-schema.ts';
import type { LinkContent, LinkKind } from './payment-link.ts';
import type { CreatePaymentLinkBody } from './schema.ts';

/** Omitted fields keep their value, null clears a field. */
export type LinkChange = UpdateButtonBody & Omit<Partial<CreatePaymentLinkBody>, keyof UpdateButtonBody>;

/** The metadata of a payment that names its link. */
export const linkMetadataKey = 'payment_link_id';
const maxMetadataKeys = 20;

/** Omitted chains and tokens get the merchant's defaults. */
export function newContent(ctx: Context, caller: Caller, body: CreatePaymentLinkBody): LinkContent {
  const blank: LinkContent = {
    status: 'active',
    name: body.name,
    currency: body.currency,
    ...noAmounts,
    description: null,
    metadata: {},
    redirect_url: null,
    cancel_url: null,
    expiration_minutes: null,
    accepted_chains: caller.default_accepted_chains,
    accepted_tokens: caller.default_accepted_tokens,
    max_payments: null,
    expires_at: null,
  };
  return changedContent(ctx, caller, blank, body);
}

export function changedContent(
  ctx: Context,
  caller: Caller,
  before: LinkContent,
  body: LinkChange,
): LinkContent {
  const content: LinkContent = {
    status: body.status ?? before.status,
    name: body.name ?? before.name,
    currency: body.currency ?? before.currency,
    ...amountsOf(body, before),
    description: given(body.description, before.description),
    metadata: given(body.metadata, before.metadata) ?? {},
    redirect_url: given(body.redirect_url, before.redirect_url),
    cancel_url: given(body.cancel_url, before.cancel_url),
    expiration_minutes: given(body.expiration_minutes, before.expiration_minutes),
    accepted_chains: uniqueOrAll(given(body.accepted_chains, before.accepted_chains)),
    accepted_tokens: uniqueOrAll(given(body.accepted_tokens, before.accepted_tokens)),
    max_payments: body.max_payments ?? before.max_payments,
    expires_at: body.expires_at === undefined ? before.expires_at : dateOf(body.expires_at),
  };
  assertSomeOption(content.accepted_chains ?? chainIds, content.accepted_tokens ?? tokens);
  // Checked only when the price changes, so that a moving rate does not block other updates.
  const repriced = body.amount !== undefined || body.currency !== undefined;
  if (repriced) assertAmounts(ctx, caller, content, body);
  return content;
}

/** Run with the checks of fields, so that errors are reported in field order. */
export function fieldChecks(ctx: Context, caller: Caller, kind: LinkKind) {
  const amounts = ({ currency, ...checked }: LinkChange) => {
    if (currency !== undefined) assertAmounts(ctx, caller, { ...amountsOf(checked), currency }, checked);
  };
  return {
    currency: amounts,
    minimum_amount: amounts,
    maximum_amount: amounts,
    suggested_amount: amounts,
    metadata: (checked: LinkChange) => {
      if (kind === 'link') assertMetadataRoom(checked);
    },
    ...returnUrlChecks(caller.environment),
    accepted_tokens: (checked: LinkChange) =>
      assertSomeOption(checked.accepted_chains ?? chainIds, checked.accepted_tokens ?? tokens),
    expires_at: (checked: LinkChange) => assertInFuture(ctx, checked),
  };
}

/** Leaves room for the key that names the link. */
function assertMetadataRoom({ metadata }: LinkChange): void {
  if (Object.keys({ ...metadata, [linkMetadataKey]: '' }).length <= maxMetadataKeys) return;
  throw new ApiError('METADATA_TOO_LARGE', {
    message: `The metadata of a link has at most ${maxMetadataKeys - 1} keys: its payments also get ${linkMetadataKey}.`,
    details: { field: 'metadata', max_keys: maxMetadataKeys - 1 },
  });
}

function assertInFuture(ctx: Context, { expires_at: at }: LinkChange): void {
  const end = at === undefined ? null : dateOf(at);
  if (end === null || end > ctx.clock.now()) return;
  throw new ApiError('INVALID_PARAMETER', {
    message: 'The link would have expired already. Choose a time in the future.',
    details: { field: 'expires_at', provided: at },
  });
}

function dateOf(text: string): Date | null {
  const ms = parseTimestamp(text);
  return ms === null ? null : new Date(ms);
}

function given<T>(value: T | undefined, before: T): T {
  return value === undefined ? before : value;
}

/** Null means all. */
function uniqueOrAll<T>(values: readonly T[] | null): T[] | null {
  return values && unique(values);
}
