import type { Context } from '../../app/context.ts';
import type { Rpc } from '../../chains/rpc/rpc.ts';
import { RpcError } from '../../chains/rpc/rpc-error.ts';
import type { ChainId } from '../../lib/chains/registry.ts';

/** Null if no node answers. */
export async function askNode<T>(
  { log }: Pick<Context, 'log'>,
  chain: ChainId,
  rpc: Rpc,
  ask: (rpc: Rpc) => Promise<T>,
): Promise<T | null> {
  try {
    return await ask(rpc);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    log.warn({ err: error, chain }, 'could not rehearse a payment by signature');
    return null;
  } finally {
    await rpc.close();
  }
}
