import { ancestor } from '../chain/block.ts';
import { ordersOf, type Simulation } from '../simulation.ts';

/** What was read last is on the chain, wherever money is expected: a cursor on an abandoned branch reads nothing more. */
export async function checkCursors(simulation: Simulation): Promise<string[]> {
  const { chains, database } = simulation.world;
  const orders = ordersOf(simulation);
  const cursors = await database.query<{ chain: string; number: string | null; hash: string | null }>(
    'select chain, number::text, hash from chain_cursors',
  );
  return chains.flatMap((chain) => {
    if (!orders.some((order) => order.chain === chain && order.deposit)) return [];
    const cursor = cursors.find((one) => one.chain === chain.facts.id);
    const block = cursor?.number ? ancestor(chain.tip, Number(cursor.number)) : null;
    return block && block.hash === cursor?.hash
      ? []
      : [`watching: block ${cursor?.number} of ${chain.facts.id} was read last and is not on the chain`];
  });
}
