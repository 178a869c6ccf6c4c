import type { DepositReport } from '../chains/adapter.ts';
import { type ChainId, firstPayable, type Token } from '../chains/registry.ts';
import { simulatedTxHash, testWallet } from '../chains/simulated/addresses.ts';
import type { Outcome } from '../chains/simulated/outcomes.ts';
import { insertTransactions, type SimulatedTransaction } from '../chains/simulated/store.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { quoteUnits } from '../pricing/quotes.ts';
import { recordEvents } from '../webhooks/events.ts';
import {
  type DepositRow,
  insertDeposits,
  updateDepositsChecked,
  type WatchedDepositRow,
} from './deposit-store.ts';
import { confirmationsIn, judge } from './observations.ts';
import { type AnnouncedMove, paymentEvent } from './payment-events.ts';
import { isOpen } from './states.ts';
import { movePayments, type PaymentChange, type PaymentKey, type PaymentRow } from './store.ts';

/** How often a chain is asked about a deposit when it did not say itself when to ask again. */
const watchEveryMs = 5000;
/** How often while a transaction is under way and somebody at a page waits for it. */
const followEveryMs = 1000;

/** A chain and a token on it. */
export interface Way {
  chain: ChainId;
  token: Token;
}

/** Opens the deposit a payer chose: the quote is taken now and locked. */
export async function openDeposit(
  ctx: Context,
  payment: Pick<PaymentRow, 'environment' | 'payment_id' | 'merchant_id' | 'amount_minor' | 'currency'>,
  choice: Way,
): Promise<DepositRow> {
  const { environment, payment_id, merchant_id, amount_minor, currency } = payment;
  const units = quoteUnits(ctx.rates[environment], amount_minor, currency, choice.chain, choice.token);
  return {
    deposit_id: ctx.ids.next('dep'),
    payment_id,
    merchant_id,
    environment,
    ...choice,
    token_units: units.toString(),
    address: await ctx.chains.adapter(environment, choice.chain).depositAddress(payment_id),
    created_at: ctx.clock.now(),
  };
}

/** Pays test payments from the test wallets: in the way that was chosen, or in the first one each accepts. */
export async function payFromTestWallets(
  ctx: Context,
  tx: Sql,
  payments: { payment: PaymentRow; outcome: Outcome; way?: Way }[],
): Promise<void> {
  const now = ctx.clock.now();
  const outcomes = new Map(payments.map(({ payment, outcome }) => [payment.payment_id, outcome]));
  const chosen: DepositRow[] = [];
  for (const { payment, outcome, way } of payments) {
    const choice = way ?? firstPayable(payment.accepted_chains, payment.accepted_tokens);
    if (choice && outcome.kind !== 'no_customer') chosen.push(await openDeposit(ctx, payment, choice));
  }
  const deposits = await insertDeposits(tx, chosen, now);
  const transactions = deposits.flatMap((deposit): SimulatedTransaction[] => {
    const outcome = outcomes.get(deposit.payment_id);
    if (!outcome || outcome.kind === 'no_customer') return [];
    const transaction = {
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
    return [transaction];
  });
  await insertTransactions(tx, transactions);
}

/**
 * Turns what the chain reported into moves and events, and says when to look again. All in the caller's transaction.
 * Returns how many moves there were.
 */
export async function applyReports(
  ctx: Context,
  tx: Sql,
  askedAt: Date,
  reports: { deposit: WatchedDepositRow; report: DepositReport }[],
): Promise<number> {
  const verdicts = reports.map(({ deposit, report }) => judge(deposit, report));
  const moved = new Set<string>();
  let moves = 0;
  for (const move of ['detect', 'confirm', 'fail'] as const) {
    const changes = verdicts.flatMap((verdict) => verdict[move] ?? []);
    const rows = await moveAndAnnounce(ctx, tx, move, changes);
    moves += rows.length;
    if (move !== 'detect') for (const row of rows) moved.add(row.payment_id);
  }
  await updateDepositsChecked(
    tx,
    askedAt,
    reports.map(({ deposit, report }) => ({
      deposit,
      checkAt: moved.has(deposit.payment_id) ? null : nextCheck(deposit, report, askedAt),
      confirmations: confirmationsIn(report),
    })),
  );
  return moves;
}

/** State change and event together: nothing else in the service changes the status of a payment. */
export async function moveAndAnnounce(
  ctx: Context,
  tx: Sql,
  move: AnnouncedMove,
  changes: (PaymentChange | PaymentKey)[],
): Promise<PaymentRow[]> {
  const now = ctx.clock.now();
  const rows = await movePayments(tx, move, now, changes);
  await recordEvents(
    tx,
    ctx.ids,
    rows.map((row) => paymentEvent(move, row, now)),
  );
  await ctx.afterPaymentMoves(tx, move, rows);
  return rows;
}

function nextCheck(deposit: WatchedDepositRow, report: DepositReport, askedAt: Date): Date | null {
  if (!isOpen(deposit.status)) return null;
  const usual = report.askAgainAt ?? new Date(askedAt.getTime() + watchEveryMs);
  const underWay = deposit.followed && report.transactions.some((tx) => tx.status.state === 'seen');
  const soon = new Date(askedAt.getTime() + followEveryMs);
  const next = underWay && soon < usual ? soon : usual;
  // The last look before a payment may expire must not be put off past its deadline.
  return deposit.expires_at > askedAt && deposit.expires_at < next ? deposit.expires_at : next;
}
