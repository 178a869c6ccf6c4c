import type { Simulation } from '../simulation.ts';

/** No merchant got anything by asking for another one's payment, refund or unapplied money. */
export async function checkThefts({ merchants }: Simulation): Promise<string[]> {
  return merchants.flatMap(({ merchantId, shop }) =>
    shop.thefts.map((path) => `thefts: ${merchantId} was let do ${path}, which is another's`),
  );
}
