import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromBase58, toBase58 } from './base58.ts';
import type { ChainFamily } from './registry.ts';

/** The normalized address, or what is wrong with it, worded to follow "The address". */
export type WalletAddress = { address: string } | { problem: string; kind: 'malformed' | 'typo' | 'zero' };

const maxSolanaLength = 44;

/** Nobody has the private key of the zero address, so funds sent there are lost. */
const lost = { kind: 'zero', problem: 'is the zero address, where funds are lost' } as const;

export function parseWalletAddress(family: ChainFamily, text: string): WalletAddress {
  return family === 'evm' ? parseEvm(text) : parseSolana(text);
}

function parseEvm(text: string): WalletAddress {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    return { kind: 'malformed', problem: 'must be 0x followed by 40 hexadecimal digits' };
  const digits = text.slice(2);
  if (/^0+$/.test(digits)) return lost;
  const address = withChecksum(digits.toLowerCase());
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  // Mixed case is an EIP-55 checksum. A mismatch means a typo.
  if (!plain && address !== text)
    return { kind: 'typo', problem: 'has an invalid checksum, so it contains a typo. Copy it again' };
  return { address };
}

/** EIP-55: a letter is upper case if the hash has a digit of 8 or more at its position. */
function withChecksum(lower: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
  const chars = [...lower].map((char, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? char.toUpperCase() : char,
  );
  return `0x${chars.join('')}`;
}

function parseSolana(text: string): WalletAddress {
  const bytes = text.length <= maxSolanaLength ? fromBase58(text) : null;
  if (bytes?.length !== 32)
    return { kind: 'malformed', problem: 'must be 32 bytes in base58, which is 32 to 44 characters' };
  if (bytes.every((byte) => byte === 0)) return lost;
  return { address: toBase58(bytes) };
}
