import type { Address } from 'viem';
import type { Signer } from '../evm/signer.ts';
import { evmAccountOf, type Wallet } from './wallet.ts';

/** Signs with the key of the sealed file, in this process. */
export function createLocalSigner({ words }: Wallet): Signer {
  const account = evmAccountOf(words);
  return {
    address: account.address,
    kind: 'file',
    sign: ({ to, ...rest }) => account.signTransaction({ type: 'eip1559', to: to as Address, ...rest }),
    async probe() {
      await account.signMessage({ message: 'causeway probe' });
    },
  };
}
