import type { UnappliedFund } from '../shared/api/types.ts';

export const statuses = [
  'open',
  'returning',
  'returned',
  'credited',
  'reversed',
  'applied',
] as const satisfies UnappliedFund['status'][];

export const reasons: Record<UnappliedFund['reason'], string> = {
  overpaid: 'More than the payment asked for',
  underpaid: 'Too little until the payment expired',
  late: 'After the payment expired',
  duplicate: 'The payment was already paid another way',
  wrong_token: 'In a token that was not chosen',
  wrong_chain: 'On a chain that was not chosen',
  payment_failed: 'The payment had failed',
  screening: 'A check of the sender holds it until the operator has decided',
};

/** A token that is not accepted here is left to the operator, and so is what screening holds. */
export function isActionable({ status, reason, token_amount }: UnappliedFund): boolean {
  return status === 'open' && reason !== 'screening' && token_amount !== null;
}
