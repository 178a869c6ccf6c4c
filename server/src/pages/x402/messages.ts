import { type Static, Type } from 'typebox';
import type { Authorization } from '../../chains/evm/authorization.ts';
import type { RefusalReason } from '../../payments/authorizations/refusals.ts';
import type { SignedOffer } from '../../payments/authorizations/signed-offer.ts';

/** Messages of x402 v2: JSON in base64, in the headers PAYMENT-REQUIRED, PAYMENT-SIGNATURE and PAYMENT-RESPONSE. */
export const x402Version = 2;
export const scheme = 'exact';
/** From signing to the end of the authorization. Long enough for a busy chain. */
const maxTimeoutSeconds = 600;
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

export function networkOf({ chainId }: { chainId: number }): string {
  return `eip155:${chainId}`;
}

export function requirementsOf({ chain, contract, domain, address, units }: SignedOffer): Requirements {
  return {
    scheme,
    network: networkOf(chain),
    amount: units.toString(),
    asset: contract,
    payTo: address,
    maxTimeoutSeconds,
    extra: { name: domain.name, version: domain.version },
  };
}

export function toHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** A signed payment, with the way it was signed for. */
export interface SignedPayment {
  network: string;
  asset: string;
  authorization: Authorization;
}

/** Null unless the header is a payment of scheme `exact` on an EVM chain, in version 2. */
export function readSignature(header: string): SignedPayment | null {
  if (header.length > maxHeaderChars) return null;
  try {
    return readPayload(JSON.parse(Buffer.from(header, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

/** The same of JSON. */
export function readPayload(json: unknown): SignedPayment | null {
  const { accepted, payload, x402Version: version } = objectOf(json);
  const chosen = objectOf(accepted);
  const { signature, authorization } = objectOf(payload);
  const signed = objectOf(authorization);
  const [from, to] = [textOf(signed['from'], addressForm), textOf(signed['to'], addressForm)];
  const nonce = textOf(signed['nonce'], /^0x[0-9a-fA-F]{64}$/);
  const bytes = textOf(signature, signatureForm);
  const network = textOf(chosen['network'], networkForm);
  const asset = textOf(chosen['asset'], addressForm);
  const [value, after, before] = ['value', 'validAfter', 'validBefore'].map((name) =>
    textOf(signed[name], numberForm),
  );
  if (version !== x402Version || chosen['scheme'] !== scheme) return null;
  if (!from || !to || !nonce || !bytes || !network || !asset || !value || !after || !before) return null;
  return {
    network,
    asset,
    authorization: {
      from,
      to,
      units: BigInt(value),
      validAfter: BigInt(after),
      validBefore: BigInt(before),
      nonce: nonce as `0x${string}`,
      signature: bytes as `0x${string}`,
    },
  };
}

/** What a server asks to be paid, as far as it decides. Null unless it is in the standard form. */
export function readRequirements(
  json: unknown,
): Pick<Requirements, 'network' | 'asset' | 'payTo' | 'amount'> | null {
  const asked = objectOf(json);
  const network = textOf(asked['network'], networkForm);
  const asset = textOf(asked['asset'], addressForm);
  const payTo = textOf(asked['payTo'], addressForm);
  const amount = textOf(asked['amount'], numberForm);
  if (asked['scheme'] !== scheme || !network || !asset || !payTo || !amount) return null;
  return { network, asset, payTo, amount };
}

const networkForm = /^[a-z0-9-]{3,8}:[a-zA-Z0-9_-]{1,32}$/;
const addressForm = /^0x[0-9a-fA-F]{40}$/;
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

/** The words of the reference facilitator, where it has one. */
const standardReasons: Partial<Record<RefusalReason, string>> = {
  NOT_OFFERED: 'invalid_exact_evm_network_mismatch',
  WRONG_TOKEN: 'invalid_exact_evm_asset_mismatch',
  WRONG_RECIPIENT: 'invalid_exact_evm_recipient_mismatch',
  WRONG_AMOUNT: 'invalid_exact_evm_authorization_value',
  TOO_EARLY: 'invalid_exact_evm_payload_authorization_valid_after',
  ENDS_TOO_SOON: 'invalid_exact_evm_payload_authorization_valid_before',
  MALFORMED: 'invalid_payload',
  INVALID_SIGNATURE: 'invalid_exact_evm_signature',
  UNDEPLOYED_WALLET: 'invalid_exact_evm_signature',
  AUTHORIZATION_USED: 'invalid_exact_evm_nonce_already_used',
  INSUFFICIENT_FUNDS: 'invalid_exact_evm_insufficient_balance',
  WOULD_FAIL: 'invalid_exact_evm_transaction_simulation_failed',
  ALREADY_SETTLED: 'duplicate_settlement',
};

export function standardReason(reason: string): string {
  return standardReasons[reason as RefusalReason] ?? reason.toLowerCase();
}
