import { creditEach } from '../payments/credit/credit.ts';
import { addressesOfLarge, addressesToCompare } from '../payments/credit/large-payments.ts';
import { noticePayments } from '../payments/credit/payment-notices.ts';
import { sendReceipts } from '../payments/credit/receipts.ts';
import { settleInvoices } from '../payments/invoices/pay-invoice.ts';
import { holdPaymentsAt } from '../payments/payment/payments.ts';
import { endRefunds, reopenedRefund } from '../payments/refunds/end-refunds.ts';
import { endReturns, reopenedReturn } from '../payments/unapplied-funds/end-returns.ts';
import { endPayouts, reopenedPayout } from '../treasury/payouts/end-payouts.ts';
import { payRouted } from '../treasury/payouts/pay-routed.ts';
import { followRouteTransfers } from '../treasury/routes/follow-transfers.ts';
import { bookSweeps } from '../treasury/transfers/book-sweeps.ts';
import { endReopened } from '../treasury/transfers/end-reopened.ts';
import { reopenAbandoned } from '../treasury/transfers/reopen-transfers.ts';
import { bookCold } from '../treasury/transfers/solana/cold/book-cold.ts';
import type { Context, Followers } from './context.ts';

/**
 * What follows from what, in one transaction and in this order. Rooms below do not know the rooms above that depend on
 * them: they call these.
 */
export function createFollowers(contextOf: () => Context): Followers {
  return {
    /** Money came to addresses of ours, became final, or was taken back: its payments are judged at once. */
    async arrivalsChanged(tx, addresses) {
      await creditEach(contextOf(), tx, await holdPaymentsAt(tx, addresses));
    },
    /** Money would be final by depth: that of large payments waits until the chain says so. */
    waitingForFinalized: (tx, chain, addresses) => addressesOfLarge(contextOf(), tx, chain, addresses),
    /** Money would be final: that of payments above a worth needs a second node. */
    needingSecondNode: (tx, chain, addresses) => addressesToCompare(contextOf(), tx, chain, addresses),
    /** A chain abandoned blocks: transfers that were completed in them are sent again. */
    blocksAbandoned: (tx, chain, above) => reopenAbandoned(contextOf(), tx, chain, above),
    /** A payment moved: its invoice is paid, the customer gets a receipt, members get a notice. */
    async paymentsMoved(tx, move, rows) {
      const ctx = contextOf();
      await settleInvoices(ctx, tx, move, rows);
      await sendReceipts(ctx, tx, move, rows);
      await noticePayments(ctx, tx, move, rows);
    },
    /** Transfers ended: so did the refund, return, payout or route step that they were for, and sweeps and cold money are booked. */
    async transfersEnded(tx, rows, move) {
      const ctx = contextOf();
      await endRefunds(ctx, tx, rows, move);
      await endReturns(ctx, tx, rows, move);
      await endPayouts(ctx, tx, rows, move);
      await followRouteTransfers(ctx, tx, rows, move);
      await bookSweeps(tx, rows, move);
      await bookCold(tx, rows, move);
    },
    /** Transfers ended a second time, after the chain abandoned the block in which they were completed. */
    async transfersEndedAgain(tx, rows, move) {
      const ctx = contextOf();
      await endReopened(ctx, tx, rows, move, reopenedRefund);
      await endReopened(ctx, tx, rows, move, reopenedPayout);
      await endReopened(ctx, tx, rows, move, reopenedReturn);
    },
    /** A route ended: the payout that waited for its money can leave. */
    routeEnded: (tx, route, into) => payRouted(contextOf(), tx, route, into),
  };
}
