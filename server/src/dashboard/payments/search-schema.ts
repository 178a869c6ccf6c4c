import { type Static, Type } from 'typebox';
import { nullable } from '../../lib/fields.ts';
import { ref } from '../route-options.ts';
import { namedFoundPayment } from './payment-schema.ts';

export const searchQuery = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 254,
    description: 'Prefix of an id, a number, an e-mail address …',
  }),
});

const foundRefund = Type.Object({
  refund_id: Type.String(),
  payment_id: Type.String(),
  status: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  customer_email: nullable(Type.String({ description: 'Of the payment.' })),
});
export type FoundRefund = Static<typeof foundRefund>;

const foundInvoice = Type.Object({
  invoice_id: Type.String(),
  invoice_number: Type.String(),
  status: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  customer_email: nullable(Type.String()),
});
export type FoundInvoice = Static<typeof foundInvoice>;

const searchResults = Type.Object(
  {
    payments: Type.Array(ref(namedFoundPayment)),
    refunds: Type.Array(foundRefund),
    invoices: Type.Array(foundInvoice),
  },
  { description: 'What the search of the top bar finds, newest first.' },
);
export type SearchResults = Static<typeof searchResults>;

/** Named in the OpenAPI document of the dashboard. */
export const namedSearchResults = { name: 'SearchResults', schema: searchResults };
