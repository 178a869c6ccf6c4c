import { type Static, Type } from 'typebox';
import { currencies } from '../../lib/currencies.ts';
import { amountField, currencyField, descriptionField, nullable, oneOf } from '../../lib/fields.ts';
import { formatFiat } from '../../lib/money.ts';
import { checkoutUrl } from '../../platform/public-urls.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { createPaymentBody } from '../payment/schema.ts';
import { paymentStatuses } from '../payment/states.ts';
import { fixedAmount, type ShownLink } from './payment-link.ts';
import {
  checkoutFields,
  nameField,
  optionalCheckoutFields,
  shownCheckoutFields,
  shownTimes,
  timestamp,
  toCheckoutFields,
  toTimes,
} from './schema.ts';
import { paymentLinkStatuses } from './states.ts';

const status = oneOf(paymentLinkStatuses, { description: 'An inactive button creates no payments.' });
const description = descriptionField('Shown at the checkout. Default: the name.');
const offer = {
  name: nameField('What you sell. Shown at the checkout if there is no description.'),
  amount: amountField('Decimal string with at most two decimals, worth 0.50 to 100,000.00 USD.'),
  currency: currencyField(),
};

/** Fields in the same order as a payment's: the first invalid one is reported. */
export const createButtonBody = Type.Object({
  ...offer,
  description: Type.Optional(description),
  ...optionalCheckoutFields,
});

/** Null clears a field that is optional on creation. */
export const updateButtonBody = Type.Object({
  status: Type.Optional(status),
  ...Type.Partial(Type.Object(offer)).properties,
  description: Type.Optional(nullable(description)),
  metadata: Type.Optional(nullable(checkoutFields.metadata)),
  redirect_url: Type.Optional(nullable(checkoutFields.redirect_url)),
  cancel_url: Type.Optional(nullable(checkoutFields.cancel_url)),
  expiration_minutes: Type.Optional(nullable(checkoutFields.expiration_minutes)),
  accepted_chains: Type.Optional(nullable(checkoutFields.accepted_chains)),
  accepted_tokens: Type.Optional(nullable(checkoutFields.accepted_tokens)),
});
export type UpdateButtonBody = Static<typeof updateButtonBody>;

/** The fields a customer may set. Everything else, above all the price, comes from the button. */
export const createButtonPaymentBody = Type.Pick(createPaymentBody, ['customer_email', 'checkout_options']);
export type CreateButtonPaymentBody = Static<typeof createButtonPaymentBody>;

const price = {
  amount: Type.String({ description: 'Decimal string with two decimals.' }),
  currency: oneOf(currencies),
};

const publicButton = Type.Object({
  button_id: Type.String({ description: 'Prefix `btn_`.' }),
  status,
  name: Type.String(),
  ...price,
  description: nullable(Type.String()),
});
type PublicButton = Static<typeof publicButton>;

const buttonResource = Type.Object({
  ...publicButton.properties,
  ...shownCheckoutFields('Copied to each payment.'),
  ...shownTimes,
});
type Button = Static<typeof buttonResource>;

const buttonPayment = Type.Object({
  payment_id: Type.String({ description: 'Prefix `pay_`.' }),
  button_id: Type.String({ description: 'The button it was created from.' }),
  status: oneOf(paymentStatuses),
  ...price,
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

export function toButton(row: ShownLink): Button {
  return { ...toPublicButton(row), ...toCheckoutFields(row), ...toTimes(row) };
}

/** The fields that anyone who can see the button's page may read. */
export function toPublicButton(row: ShownLink): PublicButton {
  return {
    button_id: row.payment_link_id,
    status: row.status,
    name: row.name,
    amount: formatFiat(fixedAmount(row)),
    currency: row.currency,
    description: row.description,
  };
}

/** The public state of a payment, without customer data or the merchant's private fields. */
export function toButtonPayment(row: PaymentRow, buttonId: string, publicUrl: string): ButtonPayment {
  return {
    payment_id: row.payment_id,
    button_id: buttonId,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    checkout_url: checkoutUrl(publicUrl, row.payment_id),
    expires_at: row.expires_at.toISOString(),
    ...(row.completed_at ? { completed_at: row.completed_at.toISOString() } : {}),
    created_at: row.created_at.toISOString(),
  };
}
