import type { Body, Typed } from '../shared/api/api-types.ts';
import { blankTerms, type TermsFields, termsBody } from '../shared/fields/payment-terms.ts';
import { given } from '../shared/fields/typed-fields.ts';

/** Form values, as typed. */
export interface NewPaymentFields extends TermsFields {
  reference_id: string;
  customer_email: string;
  locale: string;
}

export const blankPayment: NewPaymentFields = {
  ...blankTerms,
  expiration_minutes: '1440',
  reference_id: '',
  customer_email: '',
  locale: '',
};

/** Leaves out empty fields. */
export function newPaymentBody(fields: NewPaymentFields): Typed<Body<'/api/v1/payments', 'post'>> {
  const locale = given(fields.locale);
  return {
    ...termsBody(fields),
    reference_id: given(fields.reference_id),
    customer_email: given(fields.customer_email),
    checkout_options: locale === undefined ? undefined : { locale },
  };
}
