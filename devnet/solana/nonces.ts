import { createHash } from 'node:crypto';
import { type EncodedAccount, getAddressDecoder, getBase58Decoder, getBase58Encoder } from '@solana/kit';
import type { AccountVersions } from './account-versions.ts';
import { systemProgram } from './addresses.ts';
import { instructionsOf, type WireTransaction } from './wire.ts';

const nonceBytes = 80;
const authorityAt = 8;
const valueAt = 40;
/** The number of the system program's instruction that moves a nonce on. */
const advanceNonce = 4;

/** The account of a transaction with a durable nonce that is valid now, as the cluster checks it; else null. */
export function validNonce(accounts: AccountVersions, wire: WireTransaction): EncodedAccount | null {
  const [first] = instructionsOf(wire.message);
  const index = first?.accountIndices?.[0];
  if (index === undefined || first?.data?.[0] !== advanceNonce) return null;
  if (wire.keys[first.programAddressIndex] !== systemProgram || !wire.writable[index]) return null;
  const address = wire.keys[index];
  const account = address && accounts.newest(address);
  if (!account || account.data.length !== nonceBytes || account.data[4] !== 1) return null;
  const value = getBase58Decoder().decode(account.data.subarray(valueAt, valueAt + 32));
  const authority = getAddressDecoder().decode(account.data, authorityAt);
  const isSigned = first.accountIndices?.some((one) => one < wire.signers && wire.keys[one] === authority);
  return value === wire.message.lifetimeToken && isSigned ? account : null;
}

/** A failing transaction moves its nonce too, which LiteSVM leaves alone. */
export function movedOn(account: EncodedAccount, blockhash: string): EncodedAccount {
  const hash = createHash('sha256')
    .update('DURABLE_NONCE')
    .update(getBase58Encoder().encode(blockhash) as Uint8Array);
  const data = Uint8Array.from(account.data);
  data.set(hash.digest(), valueAt);
  return { ...account, data };
}
