import type { Context } from '../../app/context.ts';
import { transactionUrl } from '../../chains/explorers.ts';
import { type ChainId, chains, shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Locale } from '../../lib/locales.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { type Branding, brandingOf } from '../../merchants/branding.ts';
import { type Contact, contactsOf } from '../../merchants/contacts.ts';
import { claimedRefund } from '../../payments/refunds/claims.ts';
import type { Refund } from '../../payments/refunds/refunds.ts';
import { type ClaimSurroundings, selectSurroundings } from './store.ts';

/** State of the page behind a claim link. */
export interface ClaimState {
  status: 'waiting' | 'processing' | 'completed' | 'failed';
  environment: Environment;
  merchant: Branding;
  contacts: Contact[];
  /** Of the payment. */
  locale: Locale | null;
  amount: string;
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

/** Throws REFUND_NOT_FOUND for a link that does not work. */
export async function readClaim(ctx: Context, token: string): Promise<ClaimState> {
  const refund = await claimedRefund(ctx.db, token);
  const around = await selectSurroundings(ctx.db, refund);
  if (!around) throw new Error(`${refund.refund_id} has no payment`);
  return toClaimState(ctx, refund, around);
}

function toClaimState({ config }: Context, refund: Refund, around: ClaimSurroundings): ClaimState {
  const { chain, token, environment, tx_hash: hash } = refund;
  const isWaiting = refund.status === 'processing' && refund.refunded_to === null;
  return {
    status: isWaiting ? 'waiting' : refund.status,
    environment,
    merchant: brandingOf(config.publicUrl, around),
    contacts: contactsOf(around),
    locale: around.locale,
    amount: formatFiat(refund.amount_minor),
    payment_amount: formatFiat(around.payment_minor),
    currency: refund.currency,
    description: around.description,
    reason: refund.reason,
    chain,
    network: chains[chain].name,
    token: shownSymbol(environment, token),
    token_amount: formatTokenAmount(BigInt(refund.token_units), tokenDecimals(chain, token)),
    address: refund.refunded_to,
    refused: isWaiting ? around.last_address : null,
    deadline: isWaiting ? (around.deadline?.toISOString() ?? null) : null,
    transaction:
      refund.status === 'completed' && hash
        ? { hash, url: transactionUrl(config, environment, chain, hash) }
        : null,
  };
}
