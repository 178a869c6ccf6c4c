import { type ChainId, chains } from '../../src/lib/chains/registry.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The bytes an address stands for; null when it is not written as the chain writes them. */
export function addressBytes(chain: ChainId, text: string): Uint8Array | null {
  return chains[chain].family === 'solana' ? fromBase58(text) : fromHex(text);
}

export const addressLength = (chain: ChainId) => (chains[chain].family === 'solana' ? 32 : 20);
export const txHashLength = (chain: ChainId) => (chains[chain].family === 'solana' ? 64 : 32);

function fromHex(text: string): Uint8Array | null {
  return /^0x(?:[0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text.slice(2), 'hex') : null;
}

/** Each leading "1" is a zero byte, which a number alone would lose. */
function fromBase58(text: string): Uint8Array | null {
  let value = 0n;
  for (const char of text) {
    const digit = base58.indexOf(char);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  return Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ]);
}
