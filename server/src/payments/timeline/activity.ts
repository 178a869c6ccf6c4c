import type { Sql } from '../../platform/db/client.ts';
import type { PaymentKey } from '../payment/payment.ts';
import {
  type PaymentDelivery,
  type PaymentEvent,
  selectPaymentDeliveries,
  selectPaymentEvents,
} from './activity-store.ts';

/** Events about a payment and its refunds, oldest first. */
export function eventsOfPayment(sql: Sql, payment: PaymentKey, limit: number): Promise<PaymentEvent[]> {
  return selectPaymentEvents(sql, payment, limit);
}

export function deliveriesOfPayment(
  sql: Sql,
  payment: PaymentKey,
  limit: number,
): Promise<PaymentDelivery[]> {
  return selectPaymentDeliveries(sql, payment, limit);
}
