import type { SolanaSigner } from '../../solana/solana-signer.ts';
import type { Wallet } from '../wallet.ts';
import {
  createKeySigner,
  feePayerAddress,
  madeAddress,
  seedOf,
  traderAddress,
  treasuryAddress,
} from './solana-keys.ts';

/** Signs with the keys of the sealed file, in this process. */
export function createLocalSolanaSigner({ words }: Wallet): SolanaSigner {
  const seed = seedOf(words);
  const sign = createKeySigner(seed);
  return {
    treasury: treasuryAddress(seed),
    feePayer: feePayerAddress(seed),
    trader: traderAddress(seed),
    kinds: { treasury: 'file', 'fee payer': 'file' },
    made: async (name) => madeAddress(seed, name),
    sign: async (key, bytes) => sign(key, bytes),
    async probe(key) {
      sign(key, Buffer.from('causeway probe'));
    },
  };
}
