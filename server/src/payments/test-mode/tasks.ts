import { announcing, isSome } from '../../messages/webhooks/events.ts';
import { OneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { simulatedRoutes } from '../../treasury/routes/simulated/task.ts';
import { creditEach } from '../credit/credit.ts';
import { outcomeFor } from './outcomes.ts';
import { payFromTestWallets } from './pay-from-test-wallets.ts';
import { nextCustomerDue, takeDueCustomers } from './store.ts';
import { simulatedTransfers } from './transfers.ts';

const batchSize = 500;

/** The simulated customer: pays from a test wallet about a second after creation. */
function createCustomerTask(): Task {
  const oneByOne = new OneByOne('simulated-customer');
  return {
    name: 'simulated-customer',
    async run(ctx) {
      const paid = await oneByOne.run(ctx, (claim, claimed) =>
        announcing(
          ctx,
          async (tx) => {
            const due = await takeDueCustomers(tx, ctx.clock.now(), batchSize, claim);
            claimed(due.map(({ payment_id }) => payment_id));
            const payments = due.map((payment) => ({
              payment,
              outcome: outcomeFor(payment.amount_minor, ctx.random),
            }));
            await payFromTestWallets(ctx, tx, payments);
            await creditEach(ctx, tx, due);
            return due.length;
          },
          isSome,
        ),
      );
      if (paid > 0) ctx.wake.at('credit-payments', ctx.clock.now());
      return paid;
    },
    nextDueAt: (ctx) => nextCustomerDue(ctx.db, oneByOne.claim(ctx)),
  };
}

export function testModeTasks(): Task[] {
  return [createCustomerTask(), simulatedTransfers, simulatedRoutes];
}
