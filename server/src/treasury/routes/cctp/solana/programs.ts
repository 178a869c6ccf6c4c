import { createHash } from 'node:crypto';
import type { Hex } from '../../../../chains/rpc/hex.ts';
import { programAddress } from '../../../../chains/solana/program-address.ts';
import { solanaChain } from '../../../../chains/solana/solana-chain.ts';
import { fromBase58, toBase58 } from '../../../../lib/chains/base58.ts';

export const { cctpMessenger: messengerProgram, cctpTransmitter: transmitterProgram } = solanaChain;
/** Circle's address lookup table. Without it a mint is too long for a transaction. */
export const addressTable = 'qj4EYgsGpnRdt9rvQW3wWZR8JVaKPg9rG9EB8DNgfz8';

/** Anchor's discriminator of an instruction or account. */
function markOf(kind: 'global' | 'account', name: string): Buffer {
  return createHash('sha256').update(`${kind}:${name}`).digest().subarray(0, 8);
}

export const burnMark = markOf('global', 'deposit_for_burn');
export const mintMark = markOf('global', 'receive_message');
export const messageMark = markOf('account', 'MessageSent');

/** An address in the 32-byte form of messages. */
export function wordOf(address: string): Hex {
  return `0x${bytesOf(address).toString('hex')}`;
}

export function addressOf(word: Hex): string {
  return toBase58(Buffer.from(word.slice(2), 'hex'));
}

function bytesOf(address: string): Buffer {
  const bytes = fromBase58(address);
  if (bytes?.length !== 32) throw new Error(`${address} is no address of Solana`);
  return bytes;
}

const ofMessenger = (...seeds: (string | Uint8Array)[]) => programAddress(messengerProgram, seeds);
const ofTransmitter = (...seeds: (string | Uint8Array)[]) => programAddress(transmitterProgram, seeds);

/** Derived accounts of both programs. */
export const cctpAccounts = {
  messenger: () => ofMessenger('token_messenger'),
  minter: () => ofMessenger('token_minter'),
  senderAuthority: () => ofMessenger('sender_authority'),
  messengerEvents: () => ofMessenger('__event_authority'),
  localToken: (mint: string) => ofMessenger('local_token', bytesOf(mint)),
  custody: (mint: string) => ofMessenger('custody', bytesOf(mint)),
  denied: (owner: string) => ofMessenger('denylist_account', bytesOf(owner)),
  remoteMessenger: (domain: number) => ofMessenger('remote_token_messenger', String(domain)),
  tokenPair: (domain: number, token: Hex) =>
    ofMessenger('token_pair', String(domain), Buffer.from(token.slice(2), 'hex')),
  transmitter: () => ofTransmitter('message_transmitter'),
  transmitterEvents: () => ofTransmitter('__event_authority'),
  authority: () => ofTransmitter('message_transmitter_authority', bytesOf(messengerProgram)),
  usedNonce: (nonce: Hex) => ofTransmitter('used_nonce', Buffer.from(nonce.slice(2), 'hex')),
};

/** Offset of the fee recipient in the messenger's account. */
const feeRecipientAt = 109;

export function feeRecipientIn(messenger: Buffer): string {
  return toBase58(messenger.subarray(feeRecipientAt, feeRecipientAt + 32));
}
