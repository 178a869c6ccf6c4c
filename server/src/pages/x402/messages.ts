import { type Static, Type } from 'typebox';
import type { Authorization } from '../../chains/evm/authorization.ts';
import { memoOf, unitsOf } from '../../chains/solana/signed-payment.ts';
import { readSigned } from '../../chains/solana/signed-transaction.ts';
import type { SignedByPayer } from '../../payments/authorizations/signed-by-payer.ts';
import type { SignedOffer } from '../../payments/authorizations/signed-offer.ts';

/** Messages of x402 v2: JSON in base64, in the headers PAYMENT-REQUIRED, PAYMENT-SIGNATURE and PAYMENT-RESPONSE. */
export const x402Version = 2;
export const scheme = 'exact';
/** From signing to the end of the authorization. Long enough for a busy chain. */
const maxTimeoutSeconds = 600;
/** As long as a blockhash lives. */
const maxBlockhashSeconds = 60;
const maxHeaderChars = 16_384;

/** How to pay, as programs read it. */
export interface Requirements {
  scheme: string;
  /** CAIP-2. */
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Record<string, unknown>;
}

/** What became of a payment, in PAYMENT-RESPONSE and as the facilitator says it. */
export type SettleResponse = Static<typeof settleResponse>;

export const settleResponse = Type.Object({
  success: Type.Boolean({ description: 'True once the payment is `processing` or `completed`.' }),
  errorReason: Type.Optional(Type.String({ description: 'Why not, in the words of x402.' })),
  errorMessage: Type.Optional(Type.String({ description: 'The same for people.' })),
  payer: Type.Optional(Type.String({ description: 'The address that signed.' })),
  transaction: Type.String({ description: 'Hash of the transaction. Empty if there is none.' }),
  network: Type.String({ description: 'Network of the payment, as CAIP-2 names it.' }),
});

/** As CAIP-2 names a chain: on Solana by the beginning of its genesis hash. */
export function networkOf(chain: { chainId: number } | { genesisHash: string }): string {
  return 'chainId' in chain ? `eip155:${chain.chainId}` : `solana:${chain.genesisHash.slice(0, 32)}`;
}

export function requirementsOf(offer: SignedOffer): Requirements {
  const { chain, contract: asset, address, units, settler: feePayer } = offer;
  const amount = units.toString();
  const common = { scheme, network: networkOf(chain), amount, asset };
  if (offer.family === 'solana')
    return {
      ...{ ...common, payTo: offer.treasury, maxTimeoutSeconds: maxBlockhashSeconds },
      extra: { feePayer, memo: address },
    };
  const { name, version } = offer.domain;
  return { ...common, payTo: address, maxTimeoutSeconds, extra: { name, version } };
}

export function toHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** A signed payment, with the way it was signed for. */
export interface SignedPayment {
  network: string;
  asset: string;
  payer: string;
  /** The deposit address of the payment that it names. */
  address: string;
  units: bigint;
  given: SignedByPayer;
}

/** Null unless the header is a payment of scheme `exact`, in version 2. */
export async function readSignature(header: string): Promise<SignedPayment | null> {
  return header.length > maxHeaderChars ? null : readPayload(jsonIn(header));
}

function jsonIn(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}

/** The same of JSON. */
export async function readPayload(json: unknown): Promise<SignedPayment | null> {
  const { accepted, payload, x402Version: version } = objectOf(json);
  const chosen = objectOf(accepted);
  const network = textOf(chosen['network'], networkForm);
  const asset = textOf(chosen['asset'], /^\w{32,44}$/);
  if (version !== x402Version || chosen['scheme'] !== scheme || !network || !asset) return null;
  if (network.startsWith('solana:')) return readTransaction(network, asset, objectOf(payload));
  const authorization = readAuthorization(objectOf(payload));
  if (!authorization || !addressForm.test(asset)) return null;
  const { from: payer, to: address, units } = authorization;
  return { network, asset, payer, address, units, given: authorization };
}

async function readTransaction(
  network: string,
  asset: string,
  { transaction }: Record<string, unknown>,
): Promise<SignedPayment | null> {
  const given = typeof transaction === 'string' ? await readSigned(transaction) : null;
  const units = given && unitsOf(given);
  if (!given || units === null) return null;
  return { network, asset, payer: given.from, address: memoOf(given), units, given };
}

function readAuthorization({ signature, authorization }: Record<string, unknown>): Authorization | null {
  const signed = objectOf(authorization);
  const [from, to] = [textOf(signed['from'], addressForm), textOf(signed['to'], addressForm)];
  const nonce = textOf(signed['nonce'], /^0x[0-9a-fA-F]{64}$/);
  const bytes = textOf(signature, signatureForm);
  const [value, after, before] = ['value', 'validAfter', 'validBefore'].map((name) =>
    textOf(signed[name], numberForm),
  );
  if (!from || !to || !nonce || !bytes || !value || !after || !before) return null;
  return {
    from,
    to,
    units: BigInt(value),
    validAfter: BigInt(after),
    validBefore: BigInt(before),
    nonce: nonce as `0x${string}`,
    signature: bytes as `0x${string}`,
  };
}

/** What a server asks to be paid, as far as it decides. */
interface AskedFor extends Pick<Requirements, 'network' | 'asset' | 'payTo' | 'amount'> {
  /** What names the payment on Solana, where `payTo` is that of all. */
  memo: string | null;
}

/** Null unless it is in the standard form. */
export function readRequirements(json: unknown): AskedFor | null {
  const asked = objectOf(json);
  const network = textOf(asked['network'], networkForm);
  const form = network?.startsWith('solana:') ? base58Form : addressForm;
  const asset = textOf(asked['asset'], form);
  const payTo = textOf(asked['payTo'], form);
  const amount = textOf(asked['amount'], numberForm);
  const memo = textOf(objectOf(asked['extra'])['memo'], base58Form);
  if (asked['scheme'] !== scheme || !network || !asset || !payTo || !amount) return null;
  return { network, asset, payTo, amount, memo };
}

const networkForm = /^[a-z0-9-]{3,8}:[a-zA-Z0-9_-]{1,32}$/;
const addressForm = /^0x[0-9a-fA-F]{40}$/;
const base58Form = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** At least one byte, and at most 2048: signatures of contracts have no fixed length. */
const signatureForm = /^0x([0-9a-fA-F]{2}){1,2048}$/;
/** At most 2^256 has 78 digits; nothing real has more than 38. */
const numberForm = /^(0|[1-9][0-9]{0,37})$/;

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textOf(value: unknown, form: RegExp): string | null {
  return typeof value === 'string' && form.test(value) ? value : null;
}
