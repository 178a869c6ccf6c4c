import type { Context } from '../../app/context.ts';
import { sendAgainMs } from './pace.ts';

/** What sending a transaction needs, on any family of chains. */
interface Broadcaster {
  ctx: Context;
  chain: Parameters<typeof sendAgainMs>[0] & { id: string };
  node: { send(raw: string): Promise<void> };
  sentAtMs: Map<string, number>;
}

/**
 * Sends bytes that were read back from the database, not too often. What the node answers decides nothing: a refused
 * transaction may be known already, or mined.
 */
export async function broadcast(
  { ctx, chain, node, sentAtMs }: Broadcaster,
  { tx_hash: txHash, raw }: { tx_hash: string; raw: string },
): Promise<void> {
  const nowMs = ctx.clock.nowMs();
  if (nowMs - (sentAtMs.get(txHash) ?? 0) < sendAgainMs(chain)) return;
  sentAtMs.set(txHash, nowMs);
  try {
    await node.send(raw);
  } catch (error) {
    ctx.log.debug({ err: error, chain: chain.id, txHash }, 'node refused a transaction');
  }
}
