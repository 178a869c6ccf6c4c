import type { Chance } from '../chance.ts';
import type { Simulation } from '../simulation.ts';
import type { World } from '../world.ts';
import type { Merchant } from './merchant.ts';

/** Whether all merchants together want more payments. */
export function mayWantMore({ world, merchants }: Simulation): boolean {
  return merchants.reduce((sum, { shop }) => sum + shop.wanted, 0) < world.wants.maxOrders;
}

/** What a merchant wants beside payments, refunds and payouts. */
export function wishMore(simulation: Simulation, { shop, biller, linkSeller, owner, inbox }: Merchant): void {
  const { chance, wants } = simulation.world;
  const { maxBills, maxLinks } = wants;
  if (biller.wanted < maxBills && chance.happens(0.3)) biller.issue();
  if (chance.happens(0.4)) biller.goOn();
  if (linkSeller.wanted < maxLinks && chance.happens(0.35)) linkSeller.offer();
  if (mayWantMore(simulation) && chance.happens(0.4)) linkSeller.visit();
  const open = shop.orders.filter(
    ({ paymentId, isCancelled }) => !isCancelled && !inbox.completed.has(paymentId),
  );
  if (open.length > 0 && chance.happens(0.12)) shop.cancel(chance.pick(open));
  const waiting = shop.refunds.filter(({ isWaiting }) => isWaiting);
  if (waiting.length > 0 && chance.happens(0.3)) shop.helpWith(chance.pick(waiting));
  if (chance.happens(0.06)) owner.changeFee(chance.below(maxFeeBps));
}

/** Of a refund of a part. */
export function someAmount(chance: Chance): string {
  return `${chance.between(1, 5)}.${chance.between(10, 99)}`;
}

/** The operator's, of new payments. */
const maxFeeBps = 400;

/** Once payments have ended: unpaid invoices are paid once more, and customers without a wallet want money back. */
export function wishAfterwards({ world, merchants, visitors }: Simulation): boolean {
  for (const merchant of merchants) wishAtLast(world, merchant);
  return visitors.hasWaiting || merchants.some(({ shop }) => shop.hasWaiting());
}

function wishAtLast({ chance }: World, { shop, biller, inbox }: Merchant): void {
  for (const bill of biller.bills) if (bill.state === 'open' && chance.happens(0.5)) biller.pay(bill);
  const refunded = new Set(shop.refunds.map(({ paymentId }) => paymentId));
  for (const order of shop.orders) {
    const isPaid = inbox.completed.has(order.paymentId);
    if (!order.isWithoutPayer || !isPaid || refunded.has(order.paymentId)) continue;
    if (chance.happens(0.7)) shop.refund(order, undefined);
  }
}
