import { createHash } from 'node:crypto';
import { type Address, getAddressDecoder, getAddressEncoder } from '@solana/kit';

export interface NamedAccount {
  address: Address;
  signs: boolean;
  writes: boolean;
}

/** A program that runs in this process, since nobody publishes its code in a form that LiteSVM takes. */
export interface LocalProgram {
  address: Address;
  /** Checks the instruction, and returns what it does. Throws `ProgramFailure` when the program refuses it. */
  run(accounts: readonly NamedAccount[], data: Buffer): Effect;
}

/** What is done once the rest of the transaction has succeeded, or instructions that run in its place. */
export type Effect = (() => void) | { instead: LocalInstruction[] };

interface LocalInstruction {
  program: Address;
  accounts: Address[];
  data: Buffer;
}

export class ProgramFailure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const prime = 2n ** 255n - 19n;
/** Of the curve, with its denominator. */
const curve = { over: -121665n, under: 121666n };

/** The account that seeds lead to, derived apart from how the service does it. */
export function derivedAddress(program: Address, seeds: readonly Uint8Array[]): Address {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256');
    for (const seed of seeds) hash.update(seed);
    hash.update(new Uint8Array([bump])).update(getAddressEncoder().encode(program) as Uint8Array);
    const digest = hash.update('ProgramDerivedAddress').digest();
    if (!isOnCurve(digest)) return getAddressDecoder().decode(digest);
  }
  throw new Error('no address follows from these seeds');
}

/** Whether these bytes are a point of ed25519: then somebody may have a key for it. */
function isOnCurve(bytes: Buffer): boolean {
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  const square = (y * y) % prime;
  // x² = (y² - 1) / (d·y² + 1) must be a square. A fraction is one if the product of its two parts is.
  const [top, bottom] = [square - 1n, curve.over * square + curve.under];
  const product = mod(top * curve.under * bottom);
  return product === 0n || power(product, (prime - 1n) / 2n) === 1n;
}

function mod(value: bigint): bigint {
  return ((value % prime) + prime) % prime;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square, left] = [1n, base, exponent];
  for (; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}
