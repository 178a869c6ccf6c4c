import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatFiat, formatTokenAmount } from '../../lib/money.ts';
import type { NewEvent } from '../../messages/webhooks/events.ts';
import type { PayoutRow } from './payout.ts';
import type { PayoutMove } from './states.ts';

export function payoutEvent(move: PayoutMove, row: PayoutRow, now: Date): NewEvent {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    type: move === 'complete' ? 'payout.completed' : 'payout.failed',
    resourceId: row.payout_id,
    createdAt: now,
    data: move === 'complete' ? completed(row) : failed(row),
  };
}

function completed(row: PayoutRow) {
  return {
    ...common(row),
    tx_hash: row.tx_hash,
    completed_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function failed(row: PayoutRow) {
  return {
    ...common(row),
    failure_reason: row.failure_reason,
    failure_message: row.failure_message,
    tx_hash: row.tx_hash,
    created_at: row.created_at.toISOString(),
  };
}

function common(row: PayoutRow) {
  return {
    payout_id: row.payout_id,
    status: row.status,
    chain: row.chain,
    token: row.token,
    token_amount: formatTokenAmount(BigInt(row.token_units), tokenDecimals(row.chain, row.token)),
    amount: formatFiat(row.worth_minor),
    currency: row.currency,
    address: row.address,
  };
}
