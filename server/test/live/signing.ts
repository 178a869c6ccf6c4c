import { randomBytes } from 'node:crypto';
import type { Address, Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Authorization, authorizationTypes } from '../../src/chains/evm/authorization.ts';
import type { LiveService } from './live-service.ts';

/** The way to pay that x402 offers. */
export interface Way {
  scheme: string;
  network: string;
  amount: string;
  asset: Address;
  payTo: Address;
  extra: { name: string; version: string };
}

export const toBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export const fromBase64 = (text: string | null): any =>
  JSON.parse(Buffer.from(text ?? '', 'base64').toString() || 'null');

/** A wallet with so much USDC and no gas. */
export async function newPayer(
  { chains }: Pick<LiveService<'base'>, 'chains'>,
  units = 1_000_000_000n,
): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  if (units > 0n) await chains.pay({ chain: 'base', token: 'USDC', to: account.address, units });
  return account;
}

/** Signs what was offered, with changes. */
export async function signWay(
  account: PrivateKeyAccount,
  way: Way,
  change: Partial<Authorization> & { chainId?: number } = {},
): Promise<Authorization> {
  const { chainId = Number(way.network.split(':')[1]), ...fields } = change;
  const message = {
    from: account.address as string,
    to: way.payTo as string,
    units: BigInt(way.amount),
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 600),
    nonce: `0x${randomBytes(32).toString('hex')}` as Hex,
    ...fields,
  };
  const { units, from, to, validAfter, validBefore, nonce } = message;
  const signature = await account.signTypedData({
    domain: { ...way.extra, chainId, verifyingContract: way.asset },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: { from: from as Address, to: to as Address, value: units, validAfter, validBefore, nonce },
  });
  return { ...message, signature: fields.signature ?? signature };
}

/** The header PAYMENT-SIGNATURE. */
export function payloadOf(way: object, signed: Authorization): object {
  const { signature, units, from, to, validAfter, validBefore, nonce } = signed;
  const authorization = {
    from,
    to,
    value: units.toString(),
    validAfter: validAfter.toString(),
    validBefore: validBefore.toString(),
    nonce,
  };
  return { x402Version: 2, accepted: way, payload: { signature, authorization } };
}
