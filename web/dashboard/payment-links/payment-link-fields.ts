import type { Body, Typed } from '../shared/api/api-types.ts';
import { type MetadataRow, metadataOf } from '../shared/fields/metadata.ts';
import { chosenOptions, given, wholeNumber } from '../shared/fields/typed-fields.ts';

/** Form values, as typed. */
export interface PaymentLinkFields {
  name: string;
  kind: 'fixed' | 'free';
  amount: string;
  currency: string;
  minimum_amount: string;
  maximum_amount: string;
  suggested_amount: string;
  description: string;
  max_payments: string;
  /** As a `datetime-local` input gives it, in the member's time zone. */
  expires_at: string;
  redirect_url: string;
  cancel_url: string;
  expiration_minutes: string;
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: MetadataRow[];
}

export const blankPaymentLink: PaymentLinkFields = {
  name: '',
  kind: 'fixed',
  amount: '',
  currency: 'USD',
  minimum_amount: '',
  maximum_amount: '',
  suggested_amount: '',
  description: '',
  max_payments: '',
  expires_at: '',
  redirect_url: '',
  cancel_url: '',
  expiration_minutes: '',
  accepted_chains: [],
  accepted_tokens: [],
  metadata: [],
};

/** Leaves out empty fields, and the amounts of the other kind. */
export function paymentLinkBody(fields: PaymentLinkFields): Typed<Body<'/api/v1/payment_links', 'post'>> {
  const amounts =
    fields.kind === 'fixed'
      ? { amount: given(fields.amount) }
      : {
          minimum_amount: given(fields.minimum_amount),
          maximum_amount: given(fields.maximum_amount),
          suggested_amount: given(fields.suggested_amount),
        };
  return {
    name: given(fields.name),
    ...amounts,
    currency: fields.currency,
    description: given(fields.description),
    max_payments: wholeNumber(fields.max_payments),
    expires_at: timestampOf(fields.expires_at),
    redirect_url: given(fields.redirect_url),
    cancel_url: given(fields.cancel_url),
    expiration_minutes: wholeNumber(fields.expiration_minutes),
    ...chosenOptions(fields),
    metadata: metadataOf(fields.metadata),
  };
}

function timestampOf(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? given(text) : at.toISOString();
}
