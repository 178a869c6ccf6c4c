import type { CheckoutState, ChosenOption } from '../../server/src/pages/checkout/checkout-state.ts';

export type {
  CheckoutOption,
  CheckoutRefund,
  CheckoutState,
  CheckoutTransaction,
  CheckoutUnapplied,
  ChosenOption,
} from '../../server/src/pages/checkout/checkout-state.ts';

export type Choice = Pick<ChosenOption, 'chain' | 'token'>;

export function isCheckoutState(value: unknown): value is CheckoutState {
  return typeof value === 'object' && value !== null && 'payment_id' in value && 'server_time' in value;
}

/** Responses and events can arrive out of order: the latest by the server's clock wins. */
export function newest(current: CheckoutState, incoming: CheckoutState): CheckoutState {
  return incoming.payment_id === current.payment_id &&
    Date.parse(incoming.server_time) >= Date.parse(current.server_time)
    ? incoming
    : current;
}

/** Compares everything but `server_time`. */
export function isSameState(one: CheckoutState, other: CheckoutState): boolean {
  return JSON.stringify({ ...one, server_time: '' }) === JSON.stringify({ ...other, server_time: '' });
}
