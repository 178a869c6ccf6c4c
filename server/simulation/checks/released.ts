import { ancestor } from '../chain/block.ts';
import type { Simulation } from '../simulation.ts';

interface Row {
  payout_id: string;
  created_at: Date;
}

/**
 * No payout is let go before a block that is newer than itself is final: the ledger is compared with such a block first. Looked for
 * before each block, since every block makes another one final. Those that are held wait for a comparison once more.
 */
export async function lookForEarlyPayouts({ world }: Simulation): Promise<void> {
  const { chains, database, earlyPayouts } = world;
  if (earlyPayouts.length > 0) return;
  for (const { facts, tip } of chains) {
    const finalMs = ancestor(tip, tip.number - facts.finalAfter + 1)?.timeMs ?? 0;
    const rows = await database.query<Row>(`
      select payout_id, p.created_at from payouts p join transfers t on t.transfer_id = p.payout_id
      where p.environment = 'live' and p.chain = '${facts.id}' and t.status in ('waiting', 'sending') and t.held_reason is null
        and p.created_at > to_timestamp(${finalMs} / 1000.0)`);
    for (const { payout_id, created_at } of rows)
      earlyPayouts.push(
        `payouts: ${payout_id} of ${created_at.toISOString()} was let go, and the final block is of ${new Date(finalMs).toISOString()}`,
      );
  }
}

export async function checkReleased({ world }: Simulation): Promise<string[]> {
  return world.earlyPayouts;
}
