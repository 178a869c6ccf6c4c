import { updateFreeSkipped } from '../../src/chains/deposits/solana/solana-pool.ts';
import { type Simulation, solanaOrdersOf } from '../simulation.ts';
import { depositPool } from './solana-operator.ts';

/**
 * The operator's `wallet skip-addresses` after a restore. Fewer addresses are ready here than with real workers, so more
 * are made and it runs again.
 */
export async function skipAddresses(simulation: Simulation): Promise<void> {
  const { database } = simulation.world;
  const given = new Set(solanaOrdersOf(simulation).map(({ deposit }) => deposit?.address));
  const last = depositPool.findLastIndex(({ address }) => given.has(address));
  await updateFreeSkipped(database.direct);
  for (const { index, address } of depositPool.slice(0, last + 1))
    await database.query(`
      insert into solana_addresses (index, address, made_at) values (${index}, '${address}', now())
      on conflict do nothing`);
  await updateFreeSkipped(database.direct);
}
