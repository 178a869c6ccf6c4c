import type { Merchant } from '../people/merchant.ts';
import type { Order } from '../people/shop.ts';
import { hasLost, type Simulation } from '../simulation.ts';
import { arrivedFor } from './coins.ts';
import { coverOf, possibleMoney } from './option-money.ts';

/** Merchants are told, once for each loss, that a complete payment lacks what its chain took back. */
export async function checkLosses(simulation: Simulation): Promise<string[]> {
  if (!hasLost(simulation)) return [];
  return simulation.merchants.flatMap((merchant) =>
    merchant.shop.orders.flatMap((order) => {
      const { paymentId, deposit } = order;
      const losses = simulation.world.chains.flatMap(({ lost }) =>
        lost.filter(({ to }) => to === deposit?.address),
      );
      const told = merchant.inbox.reversed.get(paymentId) ?? 0;
      if (told > losses.length)
        return [`losses: ${paymentId} was said ${told} times to have lost money, which it did not`];
      return losses.length > 0 && told === 0 && !isCovered(simulation, merchant, order)
        ? [`losses: nobody was told that ${paymentId} lacks what its chain took back`]
        : [];
    }),
  );
}

/** What is left may be enough: money that no payment took was lost. */
function isCovered(simulation: Simulation, merchant: Merchant, order: Order): boolean {
  const arrived = arrivedFor(simulation, merchant);
  return order.options.some(
    (option) =>
      coverOf(option, merchant.toleranceBps, possibleMoney(simulation.world, order, option, arrived)).may,
  );
}
