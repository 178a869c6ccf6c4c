import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Metadata } from '../../lib/fields.ts';
import type { BrandingRow } from '../../merchants/branding.ts';
import type { PaymentLinkStatus } from './states.ts';

export interface PaymentLinkKey {
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

export interface PaymentLinkRow extends PaymentLinkKey, LinkAmounts {
  environment: Environment;
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
  created_at: Date;
  updated_at: Date;
}

/** How many payments of a link have which status. */
export interface LinkCounts {
  /** With a transaction, confirmed or not. */
  paid: number;
  /** Confirmed, whether or not refunded since. */
  completed: number;
}

/** A link with what its page needs of the merchant. */
export interface PublicLink extends PaymentLinkRow, BrandingRow {
  merchant_suspended: boolean;
  max_usd_minor: bigint | null;
}
