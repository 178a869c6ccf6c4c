import type { Chance } from '../chance.ts';
import type { Simulation } from '../simulation.ts';
import type { Merchant } from './merchant.ts';
import { someAmount } from './wishes.ts';

/** What a merchant tries who wants more than its own money. */
export function attack(simulation: Simulation, merchant: Merchant): void {
  const { chance } = simulation.world;
  if (chance.happens(0.4)) payOutThenRefund(chance, merchant);
  if (chance.happens(0.4)) askTwice(chance, merchant);
  if (chance.happens(0.4)) takeFrom(chance, merchant, chance.pick(simulation.merchants.slice(1)));
  if (chance.happens(0.3)) changeAccount(chance, merchant);
}

/** Whoever has paid everything out has nothing left to refund with. */
function payOutThenRefund(chance: Chance, { shop, inbox }: Merchant): void {
  const paid = shop.orders.filter(({ paymentId }) => inbox.completed.has(paymentId));
  if (paid.length === 0) return;
  const order = chance.pick(paid);
  shop.payOut(order.chain.facts.id, order.token, undefined);
  for (const one of paid) shop.refund(one, undefined);
  shop.payOut(order.chain.facts.id, order.token, undefined);
}

/** With other keys, so that both are carried out if nothing else refuses one. */
function askTwice(chance: Chance, { shop, inbox }: Merchant): void {
  for (const [id, hasPayer] of shop.undecided().slice(0, 1))
    for (let times = 0; times < 3; times++) shop.decideAbout(id, hasPayer);
  const paid = [...shop.orders, ...shop.solanaOrders].filter(({ paymentId }) =>
    inbox.completed.has(paymentId),
  );
  if (paid.length === 0) return;
  const order = chance.pick(paid);
  const amount = chance.happens(0.5) ? undefined : someAmount(chance);
  for (let times = 0; times < 2; times++) shop.refund(order, amount);
}

/** The money of another merchant. */
function takeFrom(chance: Chance, { shop }: Merchant, other: Merchant): void {
  const payments = [...other.shop.orders, ...other.shop.solanaOrders];
  const mine = `0x${'bad0'.repeat(10)}`;
  if (payments.length > 0) {
    const { paymentId } = chance.pick(payments);
    shop.steal('/refunds', { payment_id: paymentId });
    shop.steal(`/payments/${paymentId}/cancel`, undefined);
  }
  for (const id of other.inbox.unapplied.keys()) {
    shop.steal(`/unapplied_funds/${id}/return`, { address: mine });
    shop.steal(`/unapplied_funds/${id}/credit`, undefined);
  }
  for (const { refundId } of other.shop.refunds.slice(0, 1)) {
    shop.steal(`/refunds/${refundId}/address`, { address: mine });
    shop.steal(`/refunds/${refundId}/cancel`, undefined);
  }
}

function changeAccount(chance: Chance, { owner }: Merchant): void {
  const family = chance.pick(owner.families);
  const act = chance.below(4);
  if (act === 0) owner.changeWallet(family);
  if (act === 1) owner.withdrawChange(family);
  if (act === 2) owner.changeKey();
  if (act === 3) owner.suspend();
}
