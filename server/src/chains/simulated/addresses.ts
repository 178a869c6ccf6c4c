import { createHash } from 'node:crypto';
import { type ChainId, chains } from '../registry.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Addresses and hashes that look like the chain's own and follow from their seed, so that they can be made again. */
export function simulatedAddress(chain: ChainId, seed: string): string {
  const digest = createHash('sha256').update(`address:${chain}:${seed}`).digest();
  return chains[chain].family === 'solana' ? toBase58(digest) : `0x${digest.toString('hex', 0, 20)}`;
}

export function simulatedTxHash(chain: ChainId, seed: string): string {
  const digest = createHash('sha512').update(`transaction:${chain}:${seed}`).digest();
  return chains[chain].family === 'solana' ? toBase58(digest) : `0x${digest.toString('hex', 0, 32)}`;
}

/** The pre-funded wallet test customers pay from. A faucet refills it after each payment, so it never runs dry. */
export function testWallet(chain: ChainId): { address: string; balance: string } {
  return { address: simulatedAddress(chain, 'test-wallet'), balance: '1000000.000000' };
}

function toBase58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = base58.charAt(Number(rest % 58n)) + text;
    rest /= 58n;
  }
  // Leading zero bytes have no weight in the number; each is written as one "1".
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return base58.charAt(0).repeat(Math.max(zeros, 0)) + text;
}
