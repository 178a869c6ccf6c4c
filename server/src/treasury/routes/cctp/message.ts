import type { Hex } from '../../../chains/rpc/hex.ts';

/** Offset and length of a field, in bytes from the start of the message. */
type Field = readonly [offset: number, bytes: number];

const bodyAt = 148;
const nonce: Field = [12, 32];
const finalityExecuted: Field = [144, 4];
const feeExecuted: Field = [bodyAt + 164, 32];
const expirationBlock: Field = [bodyAt + 196, 32];
const messageBytes = bodyAt + 228;

/** Fields that Circle fills in when it attests. They are zero in the message that the burn logs. */
const attestedFields = [nonce, finalityExecuted, feeExecuted, expirationBlock];

export interface Burn {
  sourceDomain: number;
  destinationDomain: number;
  /** TokenMessengerV2 on each chain. Addresses are hex of up to 32 bytes. */
  sourceMessenger: string;
  destinationMessenger: string;
  minFinality: number;
  burnToken: string;
  mintRecipient: string;
  units: bigint;
  sender: string;
  maxFee: bigint;
}

/** The exact message that `depositForBurn` logs: any caller may mint it, and it has no hook. */
export function burnMessage(burn: Burn): Hex {
  const version = number(1, 4);
  const header = [
    version,
    number(burn.sourceDomain, 4),
    number(burn.destinationDomain, 4),
    number(0, nonce[1]),
    addressWord(burn.sourceMessenger),
    addressWord(burn.destinationMessenger),
    number(0, 32),
    number(burn.minFinality, 4),
    number(0, finalityExecuted[1]),
  ];
  const body = [
    version,
    addressWord(burn.burnToken),
    addressWord(burn.mintRecipient),
    number(burn.units, 32),
    addressWord(burn.sender),
    number(burn.maxFee, 32),
    number(0, feeExecuted[1]),
    number(0, expirationBlock[1]),
  ];
  return `0x${[...header, ...body].join('')}`;
}

/** The fields that Circle filled in. Null if any other byte differs from the message of the burn. */
export function readAttested(
  burn: Hex,
  attested: Hex,
): { nonce: Hex; expirationBlock: bigint; fee: bigint } | null {
  if (attested.length !== 2 + 2 * messageBytes || blank(attested, attestedFields) !== burn) return null;
  return {
    nonce: `0x${read(attested, nonce)}`,
    expirationBlock: BigInt(`0x${read(attested, expirationBlock)}`),
    fee: BigInt(`0x${read(attested, feeExecuted)}`),
  };
}

/** Whether a received message has the body of the burn. */
export function isBodyOf(burn: Hex, body: Hex): boolean {
  const header = burn.slice(0, 2 + 2 * bodyAt);
  return blank(`${header}${body.slice(2)}` as Hex, [feeExecuted, expirationBlock]) === burn;
}

function read(message: Hex, [offset, bytes]: Field): string {
  return message.slice(2 + 2 * offset, 2 + 2 * (offset + bytes));
}

function blank(message: Hex, fields: readonly Field[]): string {
  let text: string = message;
  for (const [offset, bytes] of fields)
    text = `${text.slice(0, 2 + 2 * offset)}${number(0, bytes)}${text.slice(2 + 2 * (offset + bytes))}`;
  return text;
}

function number(value: number | bigint, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, '0');
}

function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0');
}
