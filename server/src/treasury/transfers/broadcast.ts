import type { Context } from '../../app/context.ts';
import { sendAgainMs } from './retry-delays.ts';

interface Broadcaster {
  ctx: Context;
  chain: Parameters<typeof sendAgainMs>[0] & { id: string };
  node: { send(raw: string): Promise<void> };
  sentAtMs: Map<string, number>;
}

/**
 * Sends signed bytes that the database has, at most once per `sendAgainMs`. A refusal by the node is ignored: it may
 * know the transaction already, or have mined it.
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
