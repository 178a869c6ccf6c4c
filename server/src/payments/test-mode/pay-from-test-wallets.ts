import type { Context } from '../../app/context.ts';
import { firstOption } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { addDeposits, openDeposit, type PaymentOption } from '../deposits/deposits.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { simulatedTxHash, testWallet } from './addresses.ts';
import type { Outcome } from './outcomes.ts';
import { insertTransactions, type SimulatedTransaction } from './simulated-transaction.ts';

interface TestPayment {
  payment: PaymentRow;
  outcome: Outcome;
  /** Without one, the first the payment accepts. */
  option?: PaymentOption;
}

/** Pays test payments, which are locked, from the test wallets. They must be credited then. */
export async function payFromTestWallets(ctx: Context, tx: Sql, payments: TestPayment[]): Promise<void> {
  const outcomes = new Map(payments.map(({ payment, outcome }) => [payment.payment_id, outcome]));
  const opened: DepositRow[] = [];
  for (const { payment, outcome, option } of payments) {
    const chosen = option ?? firstOption(payment.accepted_chains, payment.accepted_tokens);
    if (chosen && outcome.kind !== 'no_customer') opened.push(await openDeposit(ctx, payment, chosen));
  }
  const deposits = await addDeposits(ctx, tx, opened);
  const transactions = deposits.flatMap((deposit) => {
    const outcome = outcomes.get(deposit.payment_id);
    return outcome && outcome.kind !== 'no_customer'
      ? [transactionTo(deposit, outcome, ctx.clock.now())]
      : [];
  });
  await insertTransactions(tx, transactions);
}

function transactionTo(
  deposit: DepositRow,
  outcome: Exclude<Outcome, { kind: 'no_customer' }>,
  now: Date,
): SimulatedTransaction {
  return {
    tx_hash: simulatedTxHash(deposit.chain, deposit.deposit_id),
    chain: deposit.chain,
    token: deposit.token,
    token_units: deposit.token_units,
    from_address: testWallet(deposit.chain).address,
    to_address: deposit.address,
    broadcast_at: now,
    final_at: new Date(now.getTime() + outcome.afterMs),
    failure_reason: outcome.kind === 'reverts' ? outcome.failureReason : null,
    failure_message: outcome.kind === 'reverts' ? outcome.failureMessage : null,
  };
}
