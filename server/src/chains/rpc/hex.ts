import { GarbageAnswer } from './rpc-error.ts';

/** Lower-case 0x hex. */
export type Hex = `0x${string}`;

/** A number of at most 2^53 - 1: block numbers, times, indexes. */
export function parseQuantity(value: unknown): number {
  const number =
    typeof value === 'string' && /^0x[0-9a-fA-F]{1,14}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new GarbageAnswer('a number was expected');
  return number;
}

export function parseUnits(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new GarbageAnswer('an amount was expected');
  return BigInt(value);
}

export function parseHash(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value))
    throw new GarbageAnswer('a hash was expected');
  return value.toLowerCase() as Hex;
}

/** Lower case. */
export function parseAddress(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value))
    throw new GarbageAnswer('an address was expected');
  return value.toLowerCase() as Hex;
}

export function parseBytes(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value))
    throw new GarbageAnswer('bytes were expected');
  return value.toLowerCase() as Hex;
}

export function parseObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GarbageAnswer('an object was expected');
  return value as Record<string, unknown>;
}

export function parseList<T>(value: unknown, parse: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new GarbageAnswer('a list was expected');
  return value.map(parse);
}

export function toQuantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}

/** An address as a topic: 32 bytes, zeros in front. */
export function toTopic(address: string): Hex {
  return `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
}

/** The address in a topic, lower case; null when it is none. */
export function addressIn(topic: string | undefined): Hex | null {
  return topic?.startsWith('0x000000000000000000000000') ? `0x${topic.slice(26)}` : null;
}
