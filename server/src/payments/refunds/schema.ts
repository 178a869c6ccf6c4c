import { type Static, Type } from 'typebox';
import { chainIds, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import { currencies } from '../../lib/currencies.ts';
import { amountField, nullable, oneOf } from '../../lib/fields.ts';
import { formatFiat, formatTokenAmount, roundUpToShown } from '../../lib/money.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { refundStatuses } from './states.ts';
import type { RefundRow } from './store.ts';

/** Fields in the contract's order, which is the order in which they are validated. */
export const createRefundBody = Type.Object({
  payment_id: Type.String({ maxLength: 64, description: 'Payment to refund; it must be completed.' }),
  amount: Type.Optional(
    amountField('At most the amount of the payment minus its refunds so far. Omit for all that is left.'),
  ),
  reason: Type.Optional(
    Type.String({ maxLength: 500, format: 'plain-text', description: 'Visible to the customer.' }),
  ),
  address: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Where to send the money when the payer is unknown or an exchange. A live key needs the right `refunds.any_address` for it. Without it the refund waits for an address.',
    }),
  ),
});
export type CreateRefundBody = Static<typeof createRefundBody>;

export const refundAddressBody = Type.Object({
  address: Type.String({ maxLength: 100, description: 'Where the customer wants the money, on its chain.' }),
});

export const listRefundsQuery = Type.Object({
  payment_id: Type.Optional(Type.String({ maxLength: 64, description: 'Refunds of this payment.' })),
  status: Type.Optional(oneOf(refundStatuses)),
  ...pageParameters,
});
export type ListRefundsQuery = Static<typeof listRefundsQuery>;

const refundWaits = ['address', 'balance', 'operator', 'screening'] as const;

const timestamp = (description: string) => Type.String({ format: 'date-time', description });

const refundResource = Type.Object({
  refund_id: Type.String({ description: 'Prefix `ref_`.' }),
  payment_id: Type.String({ description: 'Payment being refunded.' }),
  status: oneOf(refundStatuses),
  amount: Type.String({ description: 'Decimal string with two decimals.' }),
  currency: oneOf(currencies, { description: 'Currency of the payment.' }),
  chain: oneOf(chainIds, { description: 'Same chain as the payment.' }),
  token: oneOf(tokens, { description: 'Same token as the payment.' }),
  reason: nullable(Type.String()),
  created_at: timestamp('Creation time.'),
  waiting_for: Type.Optional(
    oneOf(refundWaits, {
      description:
        'What a refund that is `processing` waits for. `address`: nobody knows where to send it. `balance`: your balance in its token and on its chain does not cover it. `operator`: the chain took back money of the payment, or a restored backup does not know all payments of the chain. `screening`: a check of the recipient holds it until the operator has decided.',
    }),
  ),
  missing_token_amount: Type.Optional(
    Type.String({
      description:
        'Present while your balance does not cover it: how much of its token is missing, for it and the refunds that were asked for before it. It is sent as soon as that much is there, and fails after 30 days.',
    }),
  ),
  claim_emailed: Type.Optional(
    Type.Boolean({
      description:
        'Present while it waits for an address: whether the customer was mailed a link to say where to send it. If not, create a claim link and pass it on.',
    }),
  ),
  tx_hash: Type.Optional(Type.String({ description: 'Absent until the transaction is made.' })),
  refunded_to: Type.Optional(Type.String({ description: 'Address of the payer. Absent until completed.' })),
  completed_at: Type.Optional(timestamp('Absent until completed.')),
  failure_reason: Type.Optional(
    Type.String({
      description:
        'Present when failed: a code, such as `TRANSACTION_FAILED`. Also when a chain abandoned the block of a completed one, which could not be paid again.',
    }),
  ),
  failure_message: Type.Optional(
    Type.String({ description: 'Present with `failure_reason`: the same for people.' }),
  ),
});
export type Refund = Static<typeof refundResource>;

const claimLinkResource = Type.Object({
  refund_id: Type.String(),
  claim_url: Type.String({
    description: 'Page where the customer says where to send the refund. Whoever has the link can do so.',
  }),
  expires_at: timestamp('When the refund fails unless an address is given.'),
});
export type ClaimLink = Static<typeof claimLinkResource>;

/** Named in the OpenAPI document. */
export const namedRefund = { name: 'Refund', schema: refundResource };
export const namedClaimLink = { name: 'RefundClaimLink', schema: claimLinkResource };
export const refundResources = [namedRefund, namedClaimLink];

/** What the resource and its events both begin with. */
export function commonFields(row: RefundRow) {
  return {
    refund_id: row.refund_id,
    payment_id: row.payment_id,
    status: row.status,
    amount: formatFiat(row.amount_minor),
    currency: row.currency,
    chain: row.chain,
    token: row.token,
  };
}

export function toRefund(row: RefundRow): Refund {
  return {
    ...commonFields(row),
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    ...waitOf(row),
    ...(row.tx_hash ? { tx_hash: row.tx_hash } : {}),
    ...(row.completed_at && row.refunded_to
      ? { refunded_to: row.refunded_to, completed_at: row.completed_at.toISOString() }
      : {}),
    ...(row.failure_reason
      ? { failure_reason: row.failure_reason, failure_message: row.failure_message ?? '' }
      : {}),
  };
}

/** A refund can wait for several things at once. Shows the first of operator, screening, address and balance. */
function waitOf(row: RefundRow): Pick<Refund, 'waiting_for' | 'claim_emailed' | 'missing_token_amount'> {
  if (row.status !== 'processing') return {};
  const missing = row.covered_at === null ? { missing_token_amount: missingAmount(row) } : {};
  if (row.is_held) return { waiting_for: 'operator', ...missing };
  if (row.awaits_screening) return { waiting_for: 'screening', ...missing };
  if (row.refunded_to === null)
    return { waiting_for: 'address', ...missing, claim_emailed: row.claim_emailed };
  return row.covered_at === null ? { waiting_for: 'balance', ...missing } : {};
}

export function missingAmount({ chain, token, missing_units: units = '0' }: RefundRow): string {
  const decimals = tokenDecimals(chain, token);
  return formatTokenAmount(roundUpToShown(BigInt(units), decimals), decimals);
}
