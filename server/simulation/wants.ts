import type { Chance } from './chance.ts';

/** How much merchants want in one history. */
export interface Wants {
  /** Payments of all together, also those of invoices and links. */
  maxOrders: number;
  /** Of each. */
  maxBills: number;
  maxLinks: number;
}

const most: Wants = { maxOrders: 8, maxBills: 1, maxLinks: 1 };
const fewestOrders = 4;

/** Fewer in shorter storms: what does not happen in the storm happens in the calm, where no fault meets it. */
export function wantsOf(chance: Chance, share: number): Wants {
  if (share === 1) return most;
  const maxOrders = Math.max(fewestOrders, Math.round(most.maxOrders * share));
  return { maxOrders, maxBills: chance.below(most.maxBills + 1), maxLinks: chance.below(most.maxLinks + 1) };
}
