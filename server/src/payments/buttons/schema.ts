import { type Static, Type } from 'typebox';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import { currencies } from '../../lib/currencies.ts';
import {
  acceptedChainsField,
  acceptedTokensField,
  amountField,
  currencyField,
  descriptionField,
  expirationField,
  httpsUrlField,
  type Metadata,
  metadataField,
  nullable,
  oneOf,
} from '../../lib/fields.ts';
import { formatFiat } from '../../lib/money.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { checkoutUrl } from '../../platform/public-urls.ts';
import { createPaymentBody } from '../payment/schema.ts';
import { paymentStatuses } from '../payment/states.ts';
import { buttonStatuses } from './states.ts';
import type { ButtonPaymentRow, ButtonRow } from './store.ts';

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'What you sell. Shown at the checkout if there is no description.',
  }),
  amount: amountField('Decimal string with at most two decimals, worth 0.50 to 100,000.00 USD.'),
  currency: currencyField(),
  description: descriptionField('Shown at the checkout. Default: the name.'),
  metadata: metadataField(),
  redirect_url: httpsUrlField('Where the customer is sent after success.'),
  cancel_url: httpsUrlField('Where the customer is sent on cancel.'),
  expiration_minutes: expirationField(),
  accepted_chains: acceptedChainsField(),
  accepted_tokens: acceptedTokensField(),
};

/** Fields in the same order as a payment's: the first invalid one is reported. */
export const createButtonBody = Type.Object({
  name: fields.name,
  amount: fields.amount,
  currency: fields.currency,
  description: Type.Optional(fields.description),
  metadata: Type.Optional(fields.metadata),
  redirect_url: Type.Optional(fields.redirect_url),
  cancel_url: Type.Optional(fields.cancel_url),
  expiration_minutes: Type.Optional(fields.expiration_minutes),
  accepted_chains: Type.Optional(fields.accepted_chains),
  accepted_tokens: Type.Optional(fields.accepted_tokens),
});
export type CreateButtonBody = Static<typeof createButtonBody>;

/** Null clears a field that is optional on creation. */
export const updateButtonBody = Type.Object({
  status: Type.Optional(oneOf(buttonStatuses, { description: 'An inactive button creates no payments.' })),
  name: Type.Optional(fields.name),
  amount: Type.Optional(fields.amount),
  currency: Type.Optional(fields.currency),
  description: Type.Optional(nullable(fields.description)),
  metadata: Type.Optional(nullable(fields.metadata)),
  redirect_url: Type.Optional(nullable(fields.redirect_url)),
  cancel_url: Type.Optional(nullable(fields.cancel_url)),
  expiration_minutes: Type.Optional(nullable(fields.expiration_minutes)),
  accepted_chains: Type.Optional(nullable(fields.accepted_chains)),
  accepted_tokens: Type.Optional(nullable(fields.accepted_tokens)),
});
export type UpdateButtonBody = Static<typeof updateButtonBody>;

/** The fields a customer may set. Everything else, above all the price, comes from the button. */
export const createButtonPaymentBody = Type.Pick(createPaymentBody, ['customer_email', 'checkout_options']);
export type CreateButtonPaymentBody = Static<typeof createButtonPaymentBody>;

export const listButtonsQuery = Type.Object({
  status: Type.Optional(oneOf(buttonStatuses)),
  ...pageParameters,
});
export type ListButtonsQuery = Static<typeof listButtonsQuery>;

const timestamp = (description: string) => Type.String({ format: 'date-time', description });

const buttonResource = Type.Object({
  button_id: Type.String({ description: 'Prefix `btn_`.' }),
  status: oneOf(buttonStatuses, { description: 'An inactive button creates no payments.' }),
  name: Type.String(),
  amount: Type.String({ description: 'Decimal string with two decimals.' }),
  currency: oneOf(currencies),
  description: nullable(Type.String()),
  metadata: Type.Unsafe<Metadata>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    description: 'Copied to each payment.',
  }),
  redirect_url: nullable(Type.String()),
  cancel_url: nullable(Type.String()),
  expiration_minutes: nullable(Type.Integer({ description: 'Null means 30.' })),
  accepted_chains: Type.Array(oneOf(chainIds)),
  accepted_tokens: Type.Array(oneOf(tokens)),
  created_at: timestamp('Creation time.'),
  updated_at: timestamp('Last update time.'),
});
export type Button = Static<typeof buttonResource>;

const publicButton = Type.Pick(buttonResource, [
  'button_id',
  'status',
  'name',
  'amount',
  'currency',
  'description',
]);
type PublicButton = Static<typeof publicButton>;

const buttonPayment = Type.Object({
  payment_id: Type.String({ description: 'Prefix `pay_`.' }),
  button_id: Type.String({ description: 'The button it was created from.' }),
  status: oneOf(paymentStatuses),
  amount: Type.String({ description: 'Decimal string with two decimals.' }),
  currency: oneOf(currencies),
  checkout_url: Type.String({ description: 'Hosted checkout of this payment.' }),
  expires_at: timestamp('Deadline to pay.'),
  completed_at: Type.Optional(timestamp('Absent until completed.')),
  created_at: timestamp('Creation time.'),
});
export type ButtonPayment = Static<typeof buttonPayment>;

/** Named in the OpenAPI document. */
export const named = {
  button: { name: 'Button', schema: buttonResource },
  publicButton: { name: 'PublicButton', schema: publicButton },
  buttonPayment: { name: 'ButtonPayment', schema: buttonPayment },
};
export const buttonResources = Object.values(named);

export function toButton(row: Omit<ButtonRow, 'merchant_id' | 'environment'>): Button {
  return {
    ...toPublicButton(row),
    metadata: row.metadata,
    redirect_url: row.redirect_url,
    cancel_url: row.cancel_url,
    expiration_minutes: row.expiration_minutes,
    accepted_chains: row.accepted_chains ?? [...chainIds],
    accepted_tokens: row.accepted_tokens ?? [...tokens],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The fields that anyone who can see the button's page may read. */
export function toPublicButton(row: Omit<ButtonRow, 'merchant_id' | 'environment'>): PublicButton {
  return {
    button_id: row.button_id,
    status: row.status,
    name: row.name,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    description: row.description,
  };
}

/** The public state of a payment, without customer data or the merchant's private fields. */
export function toButtonPayment(row: ButtonPaymentRow, publicUrl: string): ButtonPayment {
  return {
    payment_id: row.payment_id,
    button_id: row.button_id,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    checkout_url: checkoutUrl(publicUrl, row.payment_id),
    expires_at: row.expires_at.toISOString(),
    ...(row.completed_at ? { completed_at: row.completed_at.toISOString() } : {}),
    created_at: row.created_at.toISOString(),
  };
}
