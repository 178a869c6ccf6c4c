import { chainOf } from '../../server/src/routing/cctp/contracts.ts';
import type { EvmChain } from '../evm/chain-specs.ts';
import type { EvmChains } from '../evm/evm-chains.ts';
import type { ReadLogs } from './attestation-server.ts';

/** Reads logs from local chains, which are started later: the stand-in is served beside them. */
export function logsOf<C extends EvmChain>(chains: () => EvmChains<C>): ReadLogs {
  return async (domain, txHash) => {
    const name = chains().names.find((one) => one === chainOf(domain));
    if (!name) return null;
    const receipt = await chains().rpc(name, 'eth_getTransactionReceipt', [txHash]);
    return (receipt as { logs: Exclude<Awaited<ReturnType<ReadLogs>>, null> } | null)?.logs ?? null;
  };
}
