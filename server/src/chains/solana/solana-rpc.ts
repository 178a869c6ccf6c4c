import type { Connection } from '../evm/connection.ts';
import { createRpc, type Rpc, type RpcOptions } from '../evm/rpc.ts';
import { RpcError } from '../evm/rpc-error.ts';

/** JSON-RPC with Solana. Addresses that answer with another genesis block are not used. */
export function createSolanaRpc(genesisHash: string, options: Omit<RpcOptions, 'chainId' | 'verify'>): Rpc {
  return createRpc({ ...options, verify: (connection) => verify(connection, genesisHash) });
}

async function verify(connection: Connection, genesisHash: string): Promise<void> {
  const found = await connection.call('getGenesisHash', []);
  if (found !== genesisHash)
    throw new RpcError('wrong-chain', connection.host, `has genesis hash ${found}, not ${genesisHash}`);
}
