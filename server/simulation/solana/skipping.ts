import type { Cast } from '../cast.ts';
import { depositPool } from './solana-operator.ts';

/** As docs/live-chains.md has it. */
const skip = `update solana_addresses set payment_id = 'skipped ' || index where payment_id is null`;

/**
 * What the operator does before the service starts from a backup: addresses that were given out since would be given out
 * again. Fewer are ready here than with real workers, so these make more and it is done again.
 */
export async function skipAddresses({ world: { database }, shop }: Cast): Promise<void> {
  const given = new Set(shop.solanaOrders.map(({ deposit }) => deposit?.address));
  const last = depositPool.findLastIndex(({ address }) => given.has(address));
  await database.query(skip);
  for (const { index, address } of depositPool.slice(0, last + 1))
    await database.query(`
      insert into solana_addresses (index, address, made_at) values (${index}, '${address}', now())
      on conflict do nothing`);
  await database.query(skip);
}
