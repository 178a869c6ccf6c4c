import type { Simulation } from '../simulation.ts';
import type { Merchant } from './merchant.ts';

/** Of the acts of a storm. */
const share = 0.12;
/** Merchants ask again and again once payments have ended, so that parts of a day count together. */
const asksAtLast = 3;

/** Offices ask for payouts by hand, and shops for refunds and payouts, much more often than others, so that rules are met. */
export function wishInOffices({ world, merchants, processes: { api } }: Simulation): void {
  if (!api || !world.hasApprovals) return;
  for (const merchant of merchants)
    if (merchant.office?.chance.happens(share)) wishOne(merchant, merchant.office, api.ctx);
}

/** Returns whether there are any. */
export function wishInOfficesAtLast({ merchants, processes: { api } }: Simulation): boolean {
  const withOffice = merchants.filter(({ office }) => office !== null);
  for (const merchant of withOffice)
    for (let asked = 0; asked < asksAtLast; asked++)
      if (api && merchant.office) wishOne(merchant, merchant.office, api.ctx);
  return withOffice.length > 0;
}

function wishOne(
  { shop, inbox }: Merchant,
  office: NonNullable<Merchant['office']>,
  ctx: Parameters<typeof office.wish>[0],
): void {
  const { chance } = office;
  const paid = [...shop.orders, ...shop.solanaOrders].filter(({ paymentId }) =>
    inbox.completed.has(paymentId),
  );
  if (paid.length === 0) return;
  const order = chance.pick(paid);
  const chain = 'chain' in order ? order.chain.facts.id : 'solana';
  const isByShop = chance.happens(0.4);
  if (isByShop)
    shop.payOut(chain, order.token, chance.happens(0.5) ? undefined : chance.pick(amounts[order.token]));
  else office.wish(ctx, chain, order.token, chance.pick(amounts[order.token]));
  const waiting = shop.refunds.filter(({ isWaiting }) => isWaiting);
  if (waiting.length > 0) shop.nameAddress(chance.pick(waiting));
  // Somebody has to say where their money goes.
  const unknown = shop.orders.filter(
    ({ paymentId, isWithoutPayer }) =>
      isWithoutPayer && inbox.completed.has(paymentId) && !shop.refundsWanted.has(paymentId),
  );
  if (unknown.length > 0) shop.refund(chance.pick(unknown), undefined);
}

/** Most are of parts that are below the limit, and two of them above it. */
const amounts = {
  USDC: ['9.00', '16.00', '16.00', '29.99', '45.00'],
  ETH: ['0.003', '0.0055', '0.0055', '0.0099', '0.015'],
  SOL: ['0.06', '0.11', '0.11', '0.199', '0.3'],
} as const;
