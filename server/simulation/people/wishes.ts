import type { Cast } from '../cast.ts';

/** What the merchant wants beside payments, refunds and payouts. */
export function wishMore({ world, shop, biller, linkSeller }: Cast): void {
  const { chance, inbox, wants } = world;
  const { maxOrders, maxBills, maxLinks } = wants;
  if (biller.wanted < maxBills && chance.happens(0.3)) biller.issue();
  if (chance.happens(0.4)) biller.goOn();
  if (linkSeller.wanted < maxLinks && chance.happens(0.35)) linkSeller.offer();
  if (shop.wanted < maxOrders && chance.happens(0.4)) linkSeller.visit();
  const open = shop.orders.filter(
    ({ paymentId, isCancelled }) => !isCancelled && !inbox.completed.has(paymentId),
  );
  if (open.length > 0 && chance.happens(0.12)) shop.cancel(chance.pick(open));
  const waiting = shop.refunds.filter(({ isWaiting }) => isWaiting);
  if (waiting.length > 0 && chance.happens(0.3)) shop.helpWith(chance.pick(waiting));
}

/** Once payments have ended: unpaid invoices are paid once more, and customers without a wallet want money back. */
export function wishAfterwards({ world, shop, biller, visitors }: Cast): boolean {
  const { chance, inbox } = world;
  for (const bill of biller.bills) if (bill.state === 'open' && chance.happens(0.5)) biller.pay(bill);
  const refunded = new Set(shop.refunds.map(({ paymentId }) => paymentId));
  for (const order of shop.orders) {
    const isPaid = inbox.completed.has(order.paymentId);
    if (!order.isWithoutPayer || !isPaid || refunded.has(order.paymentId)) continue;
    if (chance.happens(0.7)) shop.refund(order, undefined);
  }
  return visitors.hasWaiting || shop.hasWaiting();
}
