import type { Context } from '../../app/context.ts';
import { transactionUrl } from '../../chains/explorers.ts';
import { type ChainId, chains, shownSymbol, type Token, tokenDecimals } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Locale } from '../../lib/locales.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { type Branding, brandingOf } from '../../merchants/branding.ts';
import { type Contact, contactsOf } from '../../merchants/contacts.ts';
import { claimOf } from '../../payments/refunds/claim-links.ts';
import { claimedRefund } from '../../payments/refunds/claims.ts';
import type { Refund } from '../../payments/refunds/refunds.ts';
import { claimedFund, type FundKey, isAsked } from '../../payments/unapplied-funds/claims.ts';
import { tokenOf } from '../../payments/unapplied-funds/open-funds.ts';
import { type ClaimSurroundings, selectSurroundings } from './store.ts';

/** State of the page behind a claim link. */
export interface ClaimState {
  status: 'waiting' | 'processing' | 'completed' | 'failed';
  environment: Environment;
  merchant: Branding;
  contacts: Contact[];
  /** Of the payment. */
  locale: Locale | null;
  /** Null for unapplied money, which is an amount of a token. */
  amount: string | null;
  payment_amount: string;
  currency: Currency;
  description: string | null;
  reason: string | null;
  chain: ChainId;
  network: string;
  /** As people call it. */
  token: string;
  token_amount: string;
  /** Where it goes; null while it waits for an address. */
  address: string | null;
  /** The address that took no money, when another one is asked for. */
  refused: string | null;
  deadline: string | null;
  /** Null until completed: before, another transaction may replace it. */
  transaction: { hash: string; url: string } | null;
}

/** A refund or unapplied money, in the terms of the page. */
type Claimed = Pick<ClaimState, 'status' | 'environment' | 'reason' | 'chain' | 'address'> & {
  /** Null for unapplied money, which is an amount of a token. */
  amount_minor: bigint | null;
  token: Token;
  token_units: string;
  tx_hash: string | null;
};

/** Throws REFUND_NOT_FOUND for a link that does not work. */
export async function readClaim(ctx: Context, token: string): Promise<ClaimState> {
  const key = await claimOf(ctx.db, token);
  const claimed = 'refund_id' in key ? ofRefund(await claimedRefund(ctx.db, key)) : await ofFund(ctx, key);
  const around = await selectSurroundings(ctx.db, key);
  if (!around) throw new Error(`${JSON.stringify(key)} has no payment`);
  return toClaimState(ctx, claimed, around);
}

function ofRefund(refund: Refund): Claimed {
  const isWaiting = refund.status === 'processing' && refund.refunded_to === null;
  return { ...refund, status: isWaiting ? 'waiting' : refund.status, address: refund.refunded_to };
}

async function ofFund(ctx: Context, key: FundKey): Promise<Claimed> {
  const fund = await claimedFund(ctx.db, key);
  const token = tokenOf(fund);
  if (!token) throw new Error(`${fund.unapplied_id} is of no token that can be returned`);
  const ends = { returning: 'processing', returned: 'completed' } as const;
  const ended = fund.status === 'returning' || fund.status === 'returned' ? ends[fund.status] : 'failed';
  return {
    ...fund,
    token,
    status: isAsked(ctx, fund) ? 'waiting' : ended,
    amount_minor: null,
    reason: null,
    address: fund.returned_to,
    tx_hash: fund.return_tx_hash,
  };
}

function toClaimState({ config }: Context, claimed: Claimed, around: ClaimSurroundings): ClaimState {
  const {
    status,
    environment,
    amount_minor,
    reason,
    chain,
    token,
    token_units,
    address,
    tx_hash: hash,
  } = claimed;
  const isWaiting = status === 'waiting';
  return {
    status,
    environment,
    merchant: brandingOf(config.publicUrl, around),
    contacts: contactsOf(around),
    locale: around.locale,
    amount: amount_minor === null ? null : formatFiat(amount_minor),
    payment_amount: formatFiat(around.payment_minor),
    currency: around.currency,
    description: around.description,
    reason,
    chain,
    network: chains[chain].name,
    token: shownSymbol(environment, token),
    token_amount: formatTokenAmount(BigInt(token_units), tokenDecimals(chain, token)),
    address,
    refused: isWaiting ? around.last_address : null,
    deadline: isWaiting ? (around.deadline?.toISOString() ?? null) : null,
    transaction:
      status === 'completed' && hash ? { hash, url: transactionUrl(config, environment, chain, hash) } : null,
  };
}
