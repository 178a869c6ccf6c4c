import { type Static, Type } from 'typebox';
import { type ChainId, chainIds, type Token, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import { currencies } from '../../lib/currencies.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import {
  acceptedChainsField,
  acceptedTokensField,
  amountField,
  currencyField,
  descriptionField,
  emailField,
  expirationField,
  type Metadata,
  metadataField,
  nullable,
  oneOf,
  returnUrlField,
} from '../../lib/fields.ts';
import { locales } from '../../lib/locales.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { checkoutUrl } from '../../platform/public-urls.ts';
import type { PaymentListRow, PaymentRow } from './payment.ts';
import { paymentStatuses } from './states.ts';

/** Errors of the fields that payments, links and buttons have in common. */
export const contentErrors: ErrorCode[] = [
  'INVALID_AMOUNT',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'INVALID_CURRENCY',
  'DESCRIPTION_TOO_LONG',
  'METADATA_TOO_LARGE',
  'INVALID_URL',
  'INVALID_EXPIRATION',
  'INVALID_CHAIN',
  'INVALID_TOKEN',
];

/** Fields in the contract's order, which is the order of the checks. */
export const createPaymentBody = Type.Object({
  amount: amountField('Decimal string with at most two decimals; 0.50 to 100,000.00 USD or its equal.'),
  currency: currencyField(),
  description: Type.Optional(descriptionField()),
  metadata: Type.Optional(metadataField()),
  redirect_url: Type.Optional(returnUrlField('Where the customer is sent after success.')),
  cancel_url: Type.Optional(returnUrlField('Where the customer is sent on cancel.')),
  expiration_minutes: Type.Optional(expirationField()),
  accepted_chains: Type.Optional(acceptedChainsField()),
  accepted_tokens: Type.Optional(acceptedTokensField()),
  customer_email: Type.Optional(emailField('Prefilled on the checkout.')),
  reference_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Your own reference, unique per environment.' }),
  ),
  checkout_options: Type.Optional(
    Type.Object({
      locale: Type.Optional(oneOf(locales, { description: 'Language of the hosted checkout.' })),
    }),
  ),
});
export type CreatePaymentBody = Static<typeof createPaymentBody>;

export const listPaymentsQuery = Type.Object({
  status: Type.Optional(oneOf(paymentStatuses)),
  ...pageParameters,
  created_gte: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created at or after this moment.' }),
  ),
  created_lte: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created at or before this moment.' }),
  ),
  reference_id: Type.Optional(Type.String({ maxLength: 128, description: 'Exactly this reference.' })),
});
export type ListPaymentsQuery = Static<typeof listPaymentsQuery>;

const timestamp = (description: string) => Type.String({ format: 'date-time', description });

const paymentResource = Type.Object({
  payment_id: Type.String({ description: 'Prefix `pay_`.' }),
  status: oneOf(paymentStatuses),
  amount: Type.String({ description: 'Decimal string with two decimals.' }),
  currency: oneOf(currencies),
  description: nullable(Type.String()),
  checkout_url: Type.String({ description: 'Hosted checkout of this payment.' }),
  metadata: Type.Unsafe<Metadata>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  }),
  redirect_url: nullable(Type.String()),
  cancel_url: nullable(Type.String()),
  accepted_chains: Type.Array(oneOf(chainIds)),
  accepted_tokens: Type.Array(oneOf(tokens)),
  customer_email: nullable(Type.String()),
  reference_id: nullable(Type.String()),
  expires_at: timestamp('Deadline to pay.'),
  created_at: timestamp('Creation time.'),
  chain: Type.Optional(oneOf(chainIds, { description: 'Absent until a transaction is made.' })),
  token: Type.Optional(oneOf(tokens, { description: 'Absent until a transaction is made.' })),
  token_amount: Type.Optional(
    Type.String({ description: 'Six decimals. Absent until a transaction is made.' }),
  ),
  tx_hash: Type.Optional(Type.String({ description: 'Absent until a transaction is made.' })),
  payer_address: Type.Optional(Type.String({ description: 'Absent until a transaction is made.' })),
  completed_at: Type.Optional(timestamp('Absent until completed.')),
  purpose: Type.Optional(
    Type.Literal('top_up', {
      description:
        'Present when you pay it yourself to top up your balance: it is no revenue, and has no fee on what refunds lack.',
    }),
  ),
  cancelled_at: Type.Optional(
    timestamp('Present when you cancelled the payment: why it is `expired` before its deadline.'),
  ),
  failure_reason: Type.Optional(
    Type.String({ description: 'Present when failed: a code, such as `TRANSACTION_FAILED`.' }),
  ),
  failure_message: Type.Optional(Type.String({ description: 'Present when failed: the same for people.' })),
});
export type Payment = Static<typeof paymentResource>;

const paymentListItem = Type.Pick(paymentResource, [
  'payment_id',
  'status',
  'amount',
  'currency',
  'chain',
  'token',
  'created_at',
]);
type PaymentListItem = Static<typeof paymentListItem>;

/** Named in the OpenAPI document. */
export const namedPayment = { name: 'Payment', schema: paymentResource };
export const namedPaymentListItem = { name: 'PaymentListItem', schema: paymentListItem };
export const paymentResources = [namedPayment, namedPaymentListItem];

export function toPayment(row: PaymentRow, publicUrl: string): Payment {
  return {
    payment_id: row.payment_id,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    description: row.description,
    checkout_url: checkoutUrl(publicUrl, row.payment_id),
    metadata: row.metadata,
    redirect_url: row.redirect_url,
    cancel_url: row.cancel_url,
    accepted_chains: row.accepted_chains,
    accepted_tokens: row.accepted_tokens,
    customer_email: row.customer_email,
    reference_id: row.reference_id,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    ...transactionFields(row),
    ...(row.completed_at ? { completed_at: row.completed_at.toISOString() } : {}),
    ...(row.purpose ? { purpose: row.purpose } : {}),
    ...(row.cancelled_at ? { cancelled_at: row.cancelled_at.toISOString() } : {}),
    ...(row.failure_reason
      ? { failure_reason: row.failure_reason, failure_message: row.failure_message ?? '' }
      : {}),
  };
}

export function toPaymentListItem(row: PaymentListRow): PaymentListItem {
  return {
    payment_id: row.payment_id,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    ...(row.chain ? { chain: row.chain } : {}),
    ...(row.token ? { token: row.token } : {}),
    created_at: row.created_at.toISOString(),
  };
}

interface TransactionFields {
  chain: ChainId;
  token: Token;
  token_amount: string;
  /** Absent, like the payer, when a contract sent native money: then the chain shows only the new balance. */
  tx_hash?: string;
  payer_address?: string;
}

/** Present once a transaction is made. */
export function transactionFields(
  row: Pick<PaymentRow, 'chain' | 'token' | 'token_units' | 'tx_hash' | 'payer_address'>,
): TransactionFields | Record<never, never> {
  const { chain, token, token_units: units, tx_hash, payer_address } = row;
  if (!chain || !token || units === null) return {};
  return {
    chain,
    token,
    token_amount: formatTokenAmount(BigInt(units), tokenDecimals(chain, token)),
    ...(tx_hash ? { tx_hash } : {}),
    ...(payer_address ? { payer_address } : {}),
  };
}
