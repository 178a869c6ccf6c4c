import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { recoverTypedDataAddress } from 'viem/utils';
import type { Authorizations, Signed } from '../chain/authorizations.ts';
import type { Address } from '../chain/block.ts';
import { lower } from '../chain/vault-model.ts';

const accounts = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
  privateKeyToAccount(`0x${number.toString(16).padStart(64, '5')}`),
);

const addresses: readonly Address[] = accounts.map(({ address }) => lower(address));

/** Customers that sign. Each pays several times. */
export const signingWallets = addresses.slice(0, 4);

/** Customers that sign for more than they have. */
export const overdrawnWallets = addresses.slice(4);

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

type Unsigned = Omit<Signed, 'signature'>;

function typedDataOf(domain: Authorizations['domain'], { units: value, ...rest }: Unsigned) {
  return { domain, types, primaryType: 'TransferWithAuthorization', message: { ...rest, value } } as const;
}

export async function signAs(domain: Authorizations['domain'], unsigned: Unsigned): Promise<Signed> {
  const account = accounts.find(({ address }) => lower(address) === unsigned.from);
  if (!account) throw new Error(`${unsigned.from} is nobody's`);
  return { ...unsigned, signature: await account.signTypedData(typedDataOf(domain, unsigned)) };
}

/** Loads libraries, which takes an unknown time. */
export async function warmUp(): Promise<void> {
  const [from = '0x'] = signingWallets;
  const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: from };
  const nonce: Hex = `0x${'0'.repeat(64)}`;
  const signed = await signAs(domain, { from, to: from, units: 1n, validAfter: 0n, validBefore: 1n, nonce });
  await recoverTypedDataAddress({ ...typedDataOf(domain, signed), signature: signed.signature });
}
