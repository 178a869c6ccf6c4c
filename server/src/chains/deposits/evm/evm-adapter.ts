import type { Address } from 'viem';
import type { ChainId } from '../../../lib/chains/registry.ts';
import { loadOnce } from '../../../lib/load-once.ts';
import type { ChainAdapter } from '../../adapter.ts';

/** On demand, like everything that needs viem. */
const loadVault = loadOnce(() => import('../../evm/vault.ts'));

export function createEvmAdapter(chain: ChainId, vault: string): ChainAdapter {
  return {
    chain,
    async depositAddress(paymentId) {
      const { depositAddress } = await loadVault();
      return depositAddress(vault as Address, paymentId);
    },
  };
}
