import type { Hex } from 'viem';
import { decodeEventLog, toEventSelector } from 'viem/utils';
import { vaultAbi } from '../../evm/vault-artifact.ts';
import type { Flushes } from '../../watching/live-chain.ts';

/** How the vault names native money. */
const zeroAddress = `0x${'00'.repeat(20)}`;
const topic = toEventSelector('Flushed(address,address,uint256)');

/** How money leaves deposit addresses: into the vault, which tells it by an event. */
export function flushes(vault: string): Flushes {
  return {
    contract: vault,
    topic,
    read({ topics, data }) {
      const { args } = decodeEventLog({
        abi: vaultAbi,
        eventName: 'Flushed',
        topics: topics as [Hex, ...Hex[]],
        data,
      });
      return args.token === zeroAddress ? { address: args.deposit, units: args.amount } : null;
    },
  };
}
