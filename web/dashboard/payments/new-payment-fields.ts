import type { Body, Typed } from '../shared/api/api-types.ts';
import { type MetadataRow, metadataOf } from '../shared/fields/metadata.ts';
import { chosenOptions, given, wholeNumber } from '../shared/fields/typed-fields.ts';

/** Form values, as typed. */
export interface NewPaymentFields {
  amount: string;
  currency: string;
  description: string;
  reference_id: string;
  customer_email: string;
  expiration_minutes: string;
  redirect_url: string;
  cancel_url: string;
  locale: string;
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: MetadataRow[];
}

export const blankPayment: NewPaymentFields = {
  amount: '',
  currency: 'USD',
  description: '',
  reference_id: '',
  customer_email: '',
  expiration_minutes: '1440',
  redirect_url: '',
  cancel_url: '',
  locale: '',
  accepted_chains: [],
  accepted_tokens: [],
  metadata: [],
};

/** Leaves out empty fields. */
export function newPaymentBody(fields: NewPaymentFields): Typed<Body<'/api/v1/payments', 'post'>> {
  const locale = given(fields.locale);
  return {
    amount: given(fields.amount),
    currency: fields.currency,
    description: given(fields.description),
    reference_id: given(fields.reference_id),
    customer_email: given(fields.customer_email),
    expiration_minutes: wholeNumber(fields.expiration_minutes),
    redirect_url: given(fields.redirect_url),
    cancel_url: given(fields.cancel_url),
    checkout_options: locale === undefined ? undefined : { locale },
    ...chosenOptions(fields),
    metadata: metadataOf(fields.metadata),
  };
}
