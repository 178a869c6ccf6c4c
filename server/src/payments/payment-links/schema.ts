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
  type Metadata,
  metadataField,
  nullable,
  oneOf,
  returnUrlField,
} from '../../lib/fields.ts';
import { formatFiat } from '../../lib/money.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { paymentLinkUrl } from '../../platform/public-urls.ts';
import type { LinkCounts, ShownLink } from './payment-link.ts';
import { paymentLinkStatuses } from './states.ts';

/** Fields of links and buttons that become those of their payments. */
export const checkoutFields = {
  metadata: metadataField(),
  redirect_url: returnUrlField('Where the customer is sent after success.'),
  cancel_url: returnUrlField('Where the customer is sent on cancel.'),
  expiration_minutes: expirationField(),
  accepted_chains: acceptedChainsField(),
  accepted_tokens: acceptedTokensField(),
};
export const optionalCheckoutFields = Type.Partial(Type.Object(checkoutFields)).properties;

export const nameField = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, format: 'one-line', description });

/** Fields in the same order as a payment's: the first invalid one is reported. */
export const createPaymentLinkBody = Type.Object({
  name: nameField('What the customer pays for.'),
  amount: Type.Optional(
    amountField('Fixed amount, worth 0.50 to 100,000.00 USD. Without it, the customer enters an amount.'),
  ),
  currency: currencyField(),
  minimum_amount: Type.Optional(amountField('Least amount the customer can enter.')),
  maximum_amount: Type.Optional(amountField('Largest amount the customer can enter.')),
  suggested_amount: Type.Optional(amountField('Amount that is entered when the page opens.')),
  description: Type.Optional(descriptionField('Shown on the page of the link and at the checkout.')),
  ...optionalCheckoutFields,
  max_payments: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many payments the link takes.' }),
  ),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the link stops taking payments.' }),
  ),
});
export type CreatePaymentLinkBody = Static<typeof createPaymentLinkBody>;

const status = oneOf(paymentLinkStatuses, { description: 'An inactive link takes no payments.' });
export const updatePaymentLinkBody = Type.Object({ status });

/** Of links and of buttons. */
export const listLinksQuery = Type.Object({
  status: Type.Optional(oneOf(paymentLinkStatuses)),
  ...pageParameters,
});
export const listLinkPaymentsQuery = Type.Object(pageParameters);

export const timestamp = (description: string) => Type.String({ format: 'date-time', description });
const amount = (description: string) => nullable(Type.String({ description }));

/** How links and buttons show their checkout fields. */
export const shownCheckoutFields = (metadata: string) => ({
  metadata: Type.Unsafe<Metadata>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    description: metadata,
  }),
  redirect_url: nullable(Type.String()),
  cancel_url: nullable(Type.String()),
  expiration_minutes: nullable(Type.Integer({ description: 'Null means 30.' })),
  accepted_chains: Type.Array(oneOf(chainIds)),
  accepted_tokens: Type.Array(oneOf(tokens)),
});

export const shownTimes = {
  created_at: timestamp('Creation time.'),
  updated_at: timestamp('Last update time.'),
};

const paymentLinkListItem = Type.Object({
  payment_link_id: Type.String({ description: 'Prefix `plink_`.' }),
  url: Type.String({ description: 'The link. Share it, or print it as a QR code.' }),
  status,
  name: Type.String(),
  amount: amount('Decimal string with two decimals. Null: the customer enters an amount.'),
  currency: oneOf(currencies),
  minimum_amount: amount('Null: only the limits of payments apply.'),
  maximum_amount: amount('Null: only the limits of payments apply.'),
  suggested_amount: amount('Entered when the page opens.'),
  description: nullable(Type.String()),
  ...shownCheckoutFields('Copied to each payment, which also gets `payment_link_id`.'),
  max_payments: nullable(Type.Integer({ description: 'Null: no limit.' })),
  expires_at: nullable(timestamp('Null: never.')),
  ...shownTimes,
});
type PaymentLinkListItem = Static<typeof paymentLinkListItem>;

const paymentLinkResource = Type.Object({
  ...paymentLinkListItem.properties,
  completed_payments: Type.Integer({ description: 'Completed payments, also refunded ones.' }),
});
type PaymentLink = Static<typeof paymentLinkResource>;

/** Named in the OpenAPI document. */
export const named = {
  paymentLink: { name: 'PaymentLink', schema: paymentLinkResource },
  paymentLinkListItem: { name: 'PaymentLinkListItem', schema: paymentLinkListItem },
};
export const paymentLinkResources = Object.values(named);

export function toPaymentLink(row: ShownLink, counts: LinkCounts, publicUrl: string): PaymentLink {
  return { ...toPaymentLinkListItem(row, publicUrl), completed_payments: counts.completed };
}

export function toPaymentLinkListItem(row: ShownLink, publicUrl: string): PaymentLinkListItem {
  const shown = (minor: bigint | null) => (minor === null ? null : formatFiat(minor));
  return {
    payment_link_id: row.payment_link_id,
    url: paymentLinkUrl(publicUrl, row.payment_link_id),
    status: row.status,
    name: row.name,
    amount: shown(row.amount_minor),
    currency: row.currency,
    minimum_amount: shown(row.minimum_minor),
    maximum_amount: shown(row.maximum_minor),
    suggested_amount: shown(row.suggested_minor),
    description: row.description,
    ...toCheckoutFields(row),
    max_payments: row.max_payments,
    expires_at: row.expires_at?.toISOString() ?? null,
    ...toTimes(row),
  };
}

export function toCheckoutFields(row: ShownLink) {
  return {
    metadata: row.metadata,
    redirect_url: row.redirect_url,
    cancel_url: row.cancel_url,
    expiration_minutes: row.expiration_minutes,
    accepted_chains: row.accepted_chains ?? [...chainIds],
    accepted_tokens: row.accepted_tokens ?? [...tokens],
  };
}

export function toTimes({ created_at, updated_at }: ShownLink) {
  return { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}
