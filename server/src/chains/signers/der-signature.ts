import { SignerError } from './signer-error.ts';

const integerTag = 0x02;
const sequenceTag = 0x30;

/** r and s, 32 bytes each, of an ECDSA signature in DER. Throws if it is anything else, or longer or shorter. */
export function compactSignature(der: Uint8Array): Uint8Array {
  const bytes = Buffer.from(der);
  if (bytes[0] !== sequenceTag || bytes[1] !== bytes.length - 2) throw garbage();
  const first = integerAt(bytes, 2);
  const second = integerAt(bytes, first.end);
  if (second.end !== bytes.length) throw garbage();
  return Buffer.concat([first.value, second.value]);
}

function integerAt(bytes: Buffer, at: number): { value: Buffer; end: number } {
  const length = bytes[at + 1] ?? 0;
  const end = at + 2 + length;
  if (bytes[at] !== integerTag || length === 0 || end > bytes.length) throw garbage();
  const digits = bytes.subarray(at + 2, end);
  // A leading zero keeps a number positive whose first bit is set.
  const value = digits[0] === 0 ? digits.subarray(1) : digits;
  if (value.length > 32) throw garbage();
  return { value: Buffer.concat([Buffer.alloc(32 - value.length), value]), end };
}

const garbage = () => new SignerError('it answers with something that is no signature');
