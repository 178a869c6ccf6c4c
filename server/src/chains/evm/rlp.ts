/** What RLP encodes: bytes, and lists of such. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Longer contents have their length in bytes of its own. */
const maxShort = 55;

/** Bytes in, bytes out: a block's receipts are a megabyte, and hex text takes several times as long. */
export function encodeRlp(item: RlpItem): Buffer {
  if (item instanceof Uint8Array) {
    const isItself = item.length === 1 && (item[0] ?? 0) < 0x80;
    return isItself ? Buffer.from(item) : Buffer.concat([prefixOf(0x80, item.length), item]);
  }
  const body = Buffer.concat(item.map(encodeRlp));
  return Buffer.concat([prefixOf(0xc0, body.length), body]);
}

/** Big-endian without leading zeros; zero is empty. */
export function rlpInteger(value: number | bigint): Buffer {
  const digits = value.toString(16);
  return value === 0 || value === 0n
    ? Buffer.alloc(0)
    : Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

function prefixOf(kind: number, length: number): Buffer {
  if (length <= maxShort) return Buffer.of(kind + length);
  const bytes = rlpInteger(length);
  return Buffer.concat([Buffer.of(kind + maxShort + bytes.length), bytes]);
}
