import type { Chance } from './chance.ts';

/** How much the merchant wants in one history. */
export interface Wants {
  /** Payments, also those of invoices and links. */
  maxOrders: number;
  maxBills: number;
  maxLinks: number;
}

const most: Wants = { maxOrders: 6, maxBills: 2, maxLinks: 1 };
const fewestOrders = 2;

/** Fewer in shorter storms: what does not happen in the storm happens in the calm, where no fault meets it. */
export function wantsOf(chance: Chance, share: number): Wants {
  if (share === 1) return most;
  const maxOrders = Math.max(fewestOrders, Math.round(most.maxOrders * share));
  return { maxOrders, maxBills: chance.below(most.maxBills), maxLinks: chance.below(most.maxLinks + 1) };
}
