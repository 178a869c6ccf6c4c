import type { Sql } from '../../platform/db/client.ts';
import type { BalanceKey } from '../../treasury/payouts/waiting-refunds.ts';
import type { PaymentRow } from '../payment/payment.ts';

/** Top-ups of a balance that can still be paid, or are being confirmed, newest first. */
export async function selectOpenTopUps(sql: Sql, balance: BalanceKey): Promise<PaymentRow[]> {
  const { merchant_id, environment, chain, token } = balance;
  return sql<PaymentRow[]>`
    select * from payments
    where merchant_id = ${merchant_id} and environment = ${environment} and purpose = 'top_up'
      and status in ('pending', 'processing')
      and accepted_chains = ${[chain]}::text[] and accepted_tokens = ${[token]}::text[]
    order by payment_id desc`;
}
