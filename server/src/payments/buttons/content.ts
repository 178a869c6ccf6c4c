import type { Context } from '../../app/context.ts';
import { assertSomeOption } from '../../chains/options.ts';
import type { Caller } from '../../lib/caller.ts';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import { fiatOf } from '../../lib/money.ts';
import { unique } from '../../lib/unique.ts';
import { type AmountOwner, assertPayable } from '../payment/payments.ts';
import type { CreateButtonBody, UpdateButtonBody } from './schema.ts';
import type { ButtonContent } from './store.ts';

/** Omitted chains and tokens get the merchant's defaults. */
export function newContent(ctx: Context, caller: Caller, body: CreateButtonBody): ButtonContent {
  const blank: ButtonContent = {
    status: 'active',
    name: body.name,
    amount_minor: 0n,
    currency: body.currency,
    description: null,
    metadata: {},
    redirect_url: null,
    cancel_url: null,
    expiration_minutes: null,
    accepted_chains: caller.default_accepted_chains,
    accepted_tokens: caller.default_accepted_tokens,
  };
  return changedContent(ctx, caller, blank, body);
}

/** Applies a change: omitted fields keep their value, null clears a field. */
export function changedContent(
  ctx: Context,
  owner: AmountOwner,
  before: ButtonContent,
  body: UpdateButtonBody,
): ButtonContent {
  const content: ButtonContent = {
    status: body.status ?? before.status,
    name: body.name ?? before.name,
    amount_minor: body.amount === undefined ? before.amount_minor : fiatOf(body.amount),
    currency: body.currency ?? before.currency,
    description: given(body.description, before.description),
    metadata: given(body.metadata, before.metadata) ?? {},
    redirect_url: given(body.redirect_url, before.redirect_url),
    cancel_url: given(body.cancel_url, before.cancel_url),
    expiration_minutes: given(body.expiration_minutes, before.expiration_minutes),
    accepted_chains: uniqueOrAll(given(body.accepted_chains, before.accepted_chains)),
    accepted_tokens: uniqueOrAll(given(body.accepted_tokens, before.accepted_tokens)),
  };
  assertSomeOption(content.accepted_chains ?? chainIds, content.accepted_tokens ?? tokens);
  // Checked only when the price changes, so that a moving rate does not block other updates.
  const repriced = body.amount !== undefined || body.currency !== undefined;
  if (repriced) assertPayable(ctx, owner, content, body.amount);
  return content;
}

function given<T>(value: T | undefined, before: T): T {
  return value === undefined ? before : value;
}

/** Null means all. */
function uniqueOrAll<T>(values: readonly T[] | null): T[] | null {
  return values && unique(values);
}
