import { createHash } from 'node:crypto';
import { toBase58 } from '../../lib/chains/base58.ts';
import { type ChainId, chains } from '../../lib/chains/registry.ts';

/** Deterministic addresses and hashes in the chain's own format. */
export function simulatedAddress(chain: ChainId, seed: string): string {
  const digest = createHash('sha256').update(`address:${chain}:${seed}`).digest();
  return chains[chain].family === 'solana' ? toBase58(digest) : `0x${digest.toString('hex', 0, 20)}`;
}

export function simulatedTxHash(chain: ChainId, seed: string): string {
  const digest = createHash('sha512').update(`transaction:${chain}:${seed}`).digest();
  return chains[chain].family === 'solana' ? toBase58(digest) : `0x${digest.toString('hex', 0, 32)}`;
}

/** The pre-funded wallet of test customers. Its balance never changes. */
export function testWallet(chain: ChainId): { address: string; balance: string } {
  return { address: simulatedAddress(chain, 'test-wallet'), balance: '1000000.000000' };
}
