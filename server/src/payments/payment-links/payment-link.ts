import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Metadata } from '../../lib/fields.ts';
import type { BrandingRow } from '../../merchants/branding.ts';
import type { ContactRow } from '../../merchants/contacts.ts';
import type { PaymentLinkStatus } from './states.ts';

/**
 * A button is a payment link with a fixed amount that a website shows: its payments are made over the API and know the
 * page they came from. A link has a page of its own, where visitors make them.
 */
export const linkKinds = {
  link: { prefix: 'plink', notFound: 'PAYMENT_LINK_NOT_FOUND' },
  button: { prefix: 'btn', notFound: 'BUTTON_NOT_FOUND' },
} as const;
export type LinkKind = keyof typeof linkKinds;

export interface PaymentLinkKey {
  /** The id of a button, too. Its prefix tells the kind. */
  payment_link_id: string;
  merchant_id: string;
}

/** Minor units. With a fixed amount, the others are null. */
export interface LinkAmounts {
  amount_minor: bigint | null;
  minimum_minor: bigint | null;
  maximum_minor: bigint | null;
  suggested_minor: bigint | null;
}

/** What the merchant sets. */
export interface LinkContent extends LinkAmounts {
  status: PaymentLinkStatus;
  name: string;
  currency: Currency;
  description: string | null;
  metadata: Metadata;
  redirect_url: string | null;
  cancel_url: string | null;
  /** Null means the default of payments. */
  expiration_minutes: number | null;
  /** Null means all. */
  accepted_chains: ChainId[] | null;
  accepted_tokens: Token[] | null;
  max_payments: number | null;
  expires_at: Date | null;
}

export interface PaymentLinkRow extends PaymentLinkKey, LinkContent {
  kind: LinkKind;
  environment: Environment;
  created_at: Date;
  updated_at: Date;
}

/** The columns that its merchant is shown. */
export type ShownLink = Omit<PaymentLinkRow, 'kind' | 'merchant_id' | 'environment'>;

/** For buttons, which always have one. */
export function fixedAmount({ payment_link_id, amount_minor }: ShownLink): bigint {
  if (amount_minor === null) throw new Error(`${payment_link_id} has no fixed amount.`);
  return amount_minor;
}

/** How many payments of a link have which status. */
export interface LinkCounts {
  /** With a transaction, confirmed or not. */
  paid: number;
  /** Confirmed, whether or not refunded since. */
  completed: number;
}

/** A link with what its page needs of the merchant. */
export interface PublicLink extends PaymentLinkRow, BrandingRow, ContactRow {
  merchant_suspended: boolean;
  max_usd_minor: bigint | null;
}
