import type { Hex } from 'viem';

/** What an attestation fills in, and what a liar changes. */
export interface AttestedFields {
  nonce: Hex;
  finality: number;
  feeUnits: bigint;
  expirationBlock: bigint;
  amount?: bigint;
  mintRecipient?: Hex;
}

const bodyAt = 148;

/** The message that a burn logged, with these fields written into it. */
export function fillIn(logged: Hex, fields: AttestedFields): Hex {
  const bytes = Buffer.from(logged.slice(2), 'hex');
  const word = (offset: number, value: bigint) =>
    bytes.write(value.toString(16).padStart(64, '0'), offset, 'hex');
  bytes.write(fields.nonce.slice(2), 12, 'hex');
  bytes.writeUInt32BE(fields.finality, 144);
  word(bodyAt + 164, fields.feeUnits);
  word(bodyAt + 196, fields.expirationBlock);
  if (fields.amount !== undefined) word(bodyAt + 68, fields.amount);
  if (fields.mintRecipient !== undefined) word(bodyAt + 36, BigInt(fields.mintRecipient));
  return `0x${bytes.toString('hex')}`;
}
