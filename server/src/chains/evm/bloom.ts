import { hexToBytes, keccak256 } from 'viem/utils';
import type { Log } from '../rpc/answers.ts';
import type { Hex } from '../rpc/hex.ts';

/*
 * A block's header sums up its logs in 2,048 bits: the contract and each topic of a log set three of them. If one of the
 * three is not set, no log with that contract or topic is in the block. If all are, there may be one: others set bits too.
 */

const bloomBytes = 256;
const bitsPerItem = 3;

/** The positions of the three bits, counted from the end of the bloom. */
export type BloomBits = readonly [number, number, number];

export function bitsOf(item: string): BloomBits {
  const hash = hexToBytes(keccak256(item as Hex));
  const bit = (index: number) => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) % (bloomBytes * 8);
  return [bit(0), bit(2), bit(4)];
}

function isSet(bloom: Uint8Array, bit: number): boolean {
  return ((bloom[bloomBytes - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
}

/** Whether a contract or topic with these bits may be in the block. */
export function mayHave(bloom: Uint8Array, [first, second, third]: BloomBits): boolean {
  return isSet(bloom, first) && isSet(bloom, second) && isSet(bloom, third);
}

export function bloomOf(logs: readonly Pick<Log, 'address' | 'topics'>[]): Uint8Array {
  const bloom = new Uint8Array(bloomBytes);
  for (const item of new Set(logs.flatMap(({ address, topics }) => [address, ...topics])))
    for (const bit of bitsOf(item)) {
      const byte = bloomBytes - 1 - (bit >> 3);
      bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7));
    }
  return bloom;
}

/** Whether `bloom` has every bit of `part`. */
export function covers(bloom: Uint8Array, part: Uint8Array): boolean {
  return part.every((byte, index) => (byte & ~(bloom[index] ?? 0)) === 0);
}

/** Whether the bloom has so many bits that it names most items, whether they are in the block or not. */
export function isFull(bloom: Uint8Array): boolean {
  let bits = 0;
  for (const byte of bloom) for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1;
  return bits > bloomBytes * 4;
}

/** The bits of many items, searched in one pass. In one array, since objects by the hundred thousand slow down everything. */
export class BloomIndex {
  #count = 0;
  #bits = new Uint16Array(1024 * bitsPerItem);

  /** Returns the item's place. */
  add(bits: BloomBits): number {
    const place = this.#count++;
    if (this.#count * bitsPerItem > this.#bits.length) {
      const grown = new Uint16Array(2 * this.#bits.length);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits.set(bits, place * bitsPerItem);
    return place;
  }

  bitsAt(place: number): BloomBits {
    const [first = 0, second = 0, third = 0] = this.#bits.subarray(place * bitsPerItem);
    return [first, second, third];
  }

  /** Whether an item may be in the block. */
  mayHave(bloom: Uint8Array): boolean {
    const bits = this.#bits;
    for (let at = 0; at < this.#count * bitsPerItem; at += bitsPerItem)
      if (isSet(bloom, bits[at] ?? 0) && isSet(bloom, bits[at + 1] ?? 0) && isSet(bloom, bits[at + 2] ?? 0))
        return true;
    return false;
  }
}
