import { type Static, Type } from 'typebox';
import { chainIds, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import { currencies } from '../../lib/currencies.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { costsResource, routeResource, toCosts, toRoute } from '../routes/schema.ts';
import { takenBack, uncovered } from '../transfers/hold-transfers.ts';
import type { PayoutRow, PayoutView, StepRow } from './payout.ts';
import { payoutStatuses } from './states.ts';

export const createPayoutBody = Type.Object({
  chain: oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN', description: 'Chain of the balance.' }),
  token: oneOf(tokens, { 'x-error-code': 'INVALID_TOKEN', description: 'Token of the balance.' }),
  token_amount: Type.Optional(
    Type.String({
      maxLength: 80,
      'x-error-code': 'INVALID_AMOUNT',
      description: 'Omit for all that is available beyond the reserve.',
      examples: ['10.5'],
    }),
  ),
});
export type CreatePayoutBody = Static<typeof createPayoutBody>;

export const listPayoutsQuery = Type.Object({
  status: Type.Optional(oneOf(payoutStatuses)),
  chain: Type.Optional(oneOf(chainIds, { 'x-error-code': 'INVALID_CHAIN' })),
  token: Type.Optional(oneOf(tokens, { 'x-error-code': 'INVALID_TOKEN' })),
  ...pageParameters,
});
export type ListPayoutsQuery = Static<typeof listPayoutsQuery>;

const timestamp = (description: string) => Type.String({ format: 'date-time', description });
const tokenAmount = () => Type.String({ description: 'Decimal string with six decimals.' });

const stepResource = Type.Object({
  step: Type.Integer({ description: 'Steps are done in this order.' }),
  kind: oneOf(['transfer'], { description: '`transfer`: the money is sent to the wallet.' }),
  status: oneOf(['held', 'waiting', 'sending', 'completed', 'failed'], {
    description:
      '`held`: until the ledger was compared with the chain, or because the chain took back money, or because a check of the recipient holds it, or because the operator has to decide. `waiting`: to be sent. `sending`: in a transaction that is not final.',
  }),
  reason: nullable(Type.String({ description: 'Why it is held or waits.' })),
  chain: oneOf(chainIds),
  token: oneOf(tokens),
  token_amount: tokenAmount(),
  address: Type.String({ description: 'Where the money goes.' }),
  tx_hash: nullable(
    Type.String({ description: 'Until the step has completed, another transaction may replace it.' }),
  ),
  ended_at: nullable(timestamp('When it completed or failed.')),
});

const common = {
  payout_id: Type.String({ description: 'Prefix `po_`.' }),
  status: oneOf(payoutStatuses),
  initiator: oneOf(['schedule', 'manual'], { description: 'What made it: your schedule, or a request.' }),
  chain: oneOf(chainIds),
  token: oneOf(tokens),
  token_amount: tokenAmount(),
  amount: Type.String({ description: 'What it was worth when it was made. Two decimals.' }),
  currency: oneOf(currencies, { description: 'Currency of your settlement settings then.' }),
  address: Type.String({ description: 'The payout wallet it goes to.' }),
  created_at: timestamp('Creation time.'),
  tx_hash: Type.Optional(Type.String({ description: 'Absent until completed.' })),
  completed_at: Type.Optional(timestamp('Absent until completed.')),
  failure_reason: Type.Optional(
    Type.String({
      description:
        'Present when failed: a code, such as `RECIPIENT_REFUSED`. Also when a chain abandoned the block of a completed one, which could not be paid again.',
    }),
  ),
  failure_message: Type.Optional(
    Type.String({ description: 'Present with `failure_reason`: the same for people.' }),
  ),
};
const payoutResource = Type.Object(common);
const payoutWithSteps = Type.Object({
  ...common,
  steps: Type.Array(stepResource),
  routes: Type.Array(routeResource, {
    description: 'Balances that were exchanged into this one since the payout before.',
  }),
  costs: Type.Object(costsResource.properties, { description: 'What these exchanges cost together.' }),
});
type Payout = Static<typeof payoutResource>;
type PayoutWithSteps = Static<typeof payoutWithSteps>;

/** Named in the OpenAPI document. */
export const namedPayout = { name: 'Payout', schema: payoutResource };
export const namedPayoutWithSteps = { name: 'PayoutWithSteps', schema: payoutWithSteps };

export function toPayout(row: PayoutRow): Payout {
  return {
    payout_id: row.payout_id,
    status: row.status,
    initiator: row.initiator,
    ...moneyOf(row),
    amount: formatFiat(row.worth_minor),
    currency: row.currency,
    address: row.address,
    created_at: row.created_at.toISOString(),
    ...(row.tx_hash ? { tx_hash: row.tx_hash } : {}),
    ...(row.status === 'completed' && row.ended_at ? { completed_at: row.ended_at.toISOString() } : {}),
    ...(row.failure_reason
      ? { failure_reason: row.failure_reason, failure_message: row.failure_message ?? '' }
      : {}),
  };
}

export function toPayoutWithSteps({ payout, steps, routes }: PayoutView): PayoutWithSteps {
  return {
    ...toPayout(payout),
    steps: steps.map(toStep),
    routes: routes.map(toRoute),
    costs: toCosts(routes),
  };
}

function toStep(row: StepRow): Static<typeof stepResource> {
  const isHeld =
    row.transfer_status === null ||
    (row.transfer_status === 'waiting' && (row.held_reason !== null || row.is_screened));
  const status = isHeld ? 'held' : (row.transfer_status ?? 'held');
  return {
    step: row.step,
    kind: row.kind,
    status,
    reason: reasonOf(row, status),
    ...moneyOf(row),
    address: row.address,
    tx_hash: row.tx_hash,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** Reasons for waiting that are shown to merchants. The others concern only the operator. */
const shownProblems = [/^The daily cap/, /^The vault holds too little/, /not final yet/];

function reasonOf({ problem, held_reason, is_screened }: StepRow, status: string): string | null {
  if (status === 'held' && held_reason === null && is_screened)
    return 'A check of the recipient holds it until the operator has decided.';
  if (status === 'held') return heldReasonOf(held_reason);
  if (status !== 'waiting') return null;
  if (problem === null) return 'To be sent.';
  return shownProblems.some((shown) => shown.test(problem)) ? problem : 'It will be tried again.';
}

function heldReasonOf(reason: string | null): string {
  const until = 'It is sent when your balance covers it again, or the operator decides.';
  if (reason === null) return 'Until the ledger was compared with the chain.';
  if (reason === takenBack) return `The chain took back money. ${until}`;
  if (reason === uncovered) return `Your balance does not cover it any more. ${until}`;
  return 'The operator is looking at earlier payments of this chain first.';
}

function moneyOf({ chain, token, token_units }: Pick<PayoutRow, 'chain' | 'token' | 'token_units'>) {
  const token_amount = formatTokenAmount(BigInt(token_units), tokenDecimals(chain, token));
  return { chain, token, token_amount };
}
