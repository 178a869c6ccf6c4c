import type { Address } from 'viem';
import type { HDAccount } from 'viem/accounts';
import type { Signer } from '../../evm/signer.ts';
import { evmAccountOf, evmSettlerOf, type Wallet } from '../wallet.ts';

/** Signs with the operator's key of the sealed file, in this process. */
export function createLocalSigner({ words }: Wallet): Signer {
  return signerOf(evmAccountOf(words));
}

/** The same with the key that pays the gas of payments by signature. */
export function createLocalSettler({ words }: Wallet): Signer {
  return signerOf(evmSettlerOf(words));
}

function signerOf(account: HDAccount): Signer {
  return {
    address: account.address,
    kind: 'file',
    sign: ({ to, ...rest }) => account.signTransaction({ type: 'eip1559', to: to as Address, ...rest }),
    async probe() {
      await account.signMessage({ message: 'causeway probe' });
    },
  };
}
