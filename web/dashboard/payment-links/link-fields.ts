import type { Body, Typed } from '../shared/api/api-types.ts';
import type { Button } from '../shared/api/types.ts';
import { changesOf } from '../shared/changes.ts';
import { metadataRows } from '../shared/fields/metadata.ts';
import { blankTerms, type TermsFields, termsBody } from '../shared/fields/payment-terms.ts';
import { given, optionFields, wholeNumber } from '../shared/fields/typed-fields.ts';

/** Form values, as typed. Those of a button are always `fixed`, and have no limits. */
export interface LinkFields extends TermsFields {
  name: string;
  pricing: 'fixed' | 'free';
  minimum_amount: string;
  maximum_amount: string;
  suggested_amount: string;
  max_payments: string;
  /** As a `datetime-local` input gives it, in the member's time zone. */
  expires_at: string;
}

export const blankLink: LinkFields = {
  ...blankTerms,
  name: '',
  pricing: 'fixed',
  minimum_amount: '',
  maximum_amount: '',
  suggested_amount: '',
  max_payments: '',
  expires_at: '',
};

export function fieldsOf(button: Button, all: { chains: number; tokens: number }): LinkFields {
  return {
    ...blankLink,
    name: button.name,
    amount: button.amount,
    currency: button.currency,
    description: button.description ?? '',
    expiration_minutes: button.expiration_minutes === null ? '' : String(button.expiration_minutes),
    redirect_url: button.redirect_url ?? '',
    cancel_url: button.cancel_url ?? '',
    ...optionFields(button, all),
    metadata: metadataRows(button.metadata),
  };
}

export function buttonBody(fields: LinkFields): Typed<Body<'/api/v1/buttons', 'post'>> {
  return { name: given(fields.name), ...termsBody(fields) };
}

export function buttonChanges(before: LinkFields, after: LinkFields) {
  return changesOf(buttonBody(before), buttonBody(after));
}

/** Leaves out the amounts of the other pricing. */
export function paymentLinkBody(fields: LinkFields): Typed<Body<'/api/v1/payment_links', 'post'>> {
  const { amount, ...shared } = buttonBody(fields);
  const free = {
    minimum_amount: given(fields.minimum_amount),
    maximum_amount: given(fields.maximum_amount),
    suggested_amount: given(fields.suggested_amount),
  };
  return {
    ...shared,
    ...(fields.pricing === 'fixed' ? { amount } : free),
    max_payments: wholeNumber(fields.max_payments),
    expires_at: timestampOf(fields.expires_at),
  };
}

function timestampOf(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? given(text) : at.toISOString();
}
