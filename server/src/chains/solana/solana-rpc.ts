import type { Clock } from '../../lib/clock.ts';
import type { Connection } from '../rpc/connection.ts';
import type { OpenRpc, Rpc, RpcOptions } from '../rpc/rpc.ts';
import { RpcError } from '../rpc/rpc-error.ts';

/** JSON-RPC with Solana. URLs with another genesis hash are not used. */
export function createSolanaRpc(
  openRpc: OpenRpc,
  genesisHash: string,
  options: Omit<RpcOptions, 'chainId' | 'verify'>,
): Rpc {
  return openRpc({ ...options, verify: (connection) => verify(connection, genesisHash) });
}

/** Opens the nodes of the chain for one piece of work. */
export async function withSolana<Result>(
  { openRpc, clock }: { openRpc: OpenRpc; clock: Pick<Clock, 'nowMs'> },
  { genesisHash, rpcUrls: urls }: { genesisHash: string; rpcUrls: readonly string[] },
  use: (rpc: Rpc) => Promise<Result>,
): Promise<Result> {
  const rpc = createSolanaRpc(openRpc, genesisHash, { urls, nowMs: clock.nowMs });
  try {
    return await use(rpc);
  } finally {
    await rpc.close();
  }
}

async function verify(connection: Connection, genesisHash: string): Promise<void> {
  const found = await connection.call('getGenesisHash', []);
  if (found !== genesisHash)
    throw new RpcError('wrong-chain', connection.host, `has genesis hash ${found}, not ${genesisHash}`);
}
