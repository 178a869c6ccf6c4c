import type { NewEvent } from '../../messages/webhooks/events.ts';
import { toUnappliedFund } from './schema.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

export function unappliedEvent(row: UnappliedRow): NewEvent {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    type: 'payment.funds_unapplied',
    resourceId: row.payment_id,
    createdAt: row.created_at,
    data: toUnappliedFund(row),
  };
}
