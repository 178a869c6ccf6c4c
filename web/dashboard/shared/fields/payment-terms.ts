import { type MetadataRow, metadataOf } from './metadata.ts';
import { chosenOptions, given, wholeNumber } from './typed-fields.ts';

/** Form values, as typed, of a payment and of what makes payments. */
export interface TermsFields {
  amount: string;
  currency: string;
  description: string;
  expiration_minutes: string;
  redirect_url: string;
  cancel_url: string;
  accepted_chains: string[];
  accepted_tokens: string[];
  metadata: MetadataRow[];
}

export const blankTerms: TermsFields = {
  amount: '',
  currency: 'USD',
  description: '',
  expiration_minutes: '',
  redirect_url: '',
  cancel_url: '',
  accepted_chains: [],
  accepted_tokens: [],
  metadata: [],
};

/** Leaves out empty fields. */
export function termsBody(fields: TermsFields) {
  return {
    amount: given(fields.amount),
    currency: fields.currency,
    description: given(fields.description),
    redirect_url: given(fields.redirect_url),
    cancel_url: given(fields.cancel_url),
    expiration_minutes: wholeNumber(fields.expiration_minutes),
    ...chosenOptions(fields),
    metadata: metadataOf(fields.metadata),
  };
}
