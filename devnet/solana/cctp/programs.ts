import type { Address, EncodedAccount } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { systemProgram, tokenProgram, usdcMint } from '../addresses.ts';
import { type LocalProgram, type NamedAccount, ProgramFailure } from '../local-program.ts';
import {
  accountOf,
  addressIn,
  bytesOf,
  domainSeed,
  evmMessenger,
  known,
  localDomain,
  mark,
  messengerProgram,
  ofMessenger,
  ofTransmitter,
  transmitterProgram,
} from './accounts.ts';

/** Whether Circle's service has attested a message, both as hex. */
export type IsAttested = (message: string, attestation: string) => boolean;

/** The codes are our own: only that it fails is Circle's. */
function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new ProgramFailure(6000, what);
}

/**
 * Circle's two programs, as far as their users see them. Written from their published interface: accounts with their
 * order, seeds, signers and writability, the data of instructions, and the layout of messages and of the accounts made.
 */
export function cctpPrograms(svm: LiteSVM, isAttested: IsAttested): LocalProgram[] {
  const read = (address: Address): EncodedAccount | null => {
    const found = svm.getAccount(address);
    return found.exists ? found : null;
  };
  const unitsIn = (address: Address) => Buffer.from(read(address)?.data ?? []).readBigUInt64LE(64);

  /** The supply of the mint is left alone: local chains do not keep it. */
  function addUnits(address: Address, units: bigint): void {
    const account = read(address);
    if (!account) return;
    const data = Buffer.from(account.data);
    data.writeBigUInt64LE(data.readBigUInt64LE(64) + units, 64);
    svm.setAccount({ ...account, data: new Uint8Array(data) });
  }

  /** Made at the expense of a payer, who pays only what is missing of its rent. */
  function make(address: Address, payer: Address, data: Buffer): void {
    const rent = svm.minimumBalanceForRentExemption(BigInt(data.length));
    const has = read(address)?.lamports ?? 0n;
    const paying = read(payer);
    if (!paying) return;
    const lamports = paying.lamports - (rent > has ? rent - has : 0n);
    svm.setAccount({ ...paying, lamports: lamports as EncodedAccount['lamports'] });
    svm.setAccount(accountOf(address, transmitterProgram, data, rent > has ? rent : has));
  }

  const isFree = (address: Address) => (read(address)?.programAddress ?? systemProgram) === systemProgram;

  function burn(accounts: readonly NamedAccount[], data: Buffer): () => void {
    demand(
      data.subarray(0, 8).equals(mark('global', 'deposit_for_burn')) && data.length === 96,
      'instruction',
    );
    const [units, domain] = [data.readBigUInt64LE(8), data.readUInt32LE(16)];
    const [owner, payer, , tokens, , , , , , , , event] = accounts.map(({ address }) => address);
    demand(!!owner && !!payer && !!tokens && !!event, 'accounts');
    const remote = ofMessenger('remote_token_messenger', domainSeed(domain));
    checkAccounts(accounts, [
      [owner, 's'],
      [payer, 'sw'],
      [known.senderAuthority, ''],
      [tokens, 'w'],
      [ofMessenger('denylist_account', bytesOf(owner)), ''],
      [known.transmitter, 'w'],
      [known.messenger, ''],
      [remote, ''],
      [known.minter, ''],
      [known.localToken, 'w'],
      [usdcMint, 'w'],
      [event, 'sw'],
      [transmitterProgram, ''],
      [messengerProgram, ''],
      [tokenProgram, ''],
      [systemProgram, ''],
      [known.messengerEvents, ''],
      [messengerProgram, ''],
    ]);
    const held = Buffer.from(read(tokens)?.data ?? []);
    demand(held.length === 165 && addressIn(held.subarray(0, 32)) === usdcMint, 'burn_token_account');
    demand(addressIn(held.subarray(32, 64)) === owner, 'has_one owner');
    demand(read(ofMessenger('denylist_account', bytesOf(owner))) === null, 'DenylistedAccount');
    demand(read(remote) !== null, 'remote_token_messenger is not initialized');
    const maxFee = data.readBigUInt64LE(84);
    demand(units > 0n && maxFee < units, 'InvalidAmount');
    demand(!data.subarray(20, 52).equals(Buffer.alloc(32)), 'InvalidMintRecipient');
    demand(unitsIn(tokens) >= units, 'insufficient funds');
    demand(isFree(event), 'the account is in use already');
    const message = messageOf(data, owner);
    return () => {
      addUnits(tokens, -units);
      const header = Buffer.alloc(12);
      header.writeBigInt64LE(svm.getClock().unixTimestamp);
      header.writeUInt32LE(message.length, 8);
      make(event, payer, Buffer.concat([mark('account', 'MessageSent'), bytesOf(payer), header, message]));
    };
  }

  function receive(accounts: readonly NamedAccount[], data: Buffer): () => void {
    demand(data.subarray(0, 8).equals(mark('global', 'receive_message')), 'instruction');
    const message = data.subarray(12, 12 + data.readUInt32LE(8));
    const attestation = data.subarray(16 + message.length);
    demand(attestation.length === data.readUInt32LE(12 + message.length), 'instruction');
    demand(message.length === 376, 'MalformedMessage');
    demand(isAttested(message.toString('hex'), attestation.toString('hex')), 'InvalidAttesterSignature');
    const [source, body] = [message.readUInt32BE(4), message.subarray(148)];
    const [payer] = accounts.map(({ address }) => address);
    const nonce = ofTransmitter('used_nonce', message.subarray(12, 44));
    const remote = ofMessenger('remote_token_messenger', domainSeed(source));
    const pair = ofMessenger('token_pair', domainSeed(source), body.subarray(4, 36));
    const recipient = addressIn(body.subarray(36, 68));
    demand(payer !== undefined, 'accounts');
    checkAccounts(accounts, [
      [payer, 'sw'],
      [accounts[1]?.address, 's'],
      [known.authority, ''],
      [known.transmitter, ''],
      [nonce, 'w'],
      [messengerProgram, ''],
      [systemProgram, ''],
      [known.transmitterEvents, ''],
      [transmitterProgram, ''],
      [known.messenger, ''],
      [remote, ''],
      [known.minter, ''],
      [known.localToken, 'w'],
      [pair, ''],
      [known.feeAccount, 'w'],
      [recipient, 'w'],
      [known.custody, 'w'],
      [tokenProgram, ''],
      [known.messengerEvents, ''],
      [messengerProgram, ''],
    ]);
    demand(message.readUInt32BE(8) === localDomain, 'InvalidDestinationDomain');
    demand(message.subarray(44, 76).equals(evmMessenger), 'InvalidTokenMessenger');
    demand(addressIn(message.subarray(76, 108)) === messengerProgram, 'InvalidRecipientProgram');
    demand(message.readUInt32BE(144) >= 2000, 'Fast transfers are not part of this stand-in');
    demand(isFree(nonce), 'the nonce is used');
    demand(read(pair) !== null && read(remote) !== null, 'InvalidTokenPair');
    const word = (at: number) => BigInt(`0x${body.toString('hex', at, at + 32)}`);
    const [units, maxFee, fee, expiry] = [word(68), word(132), word(164), word(196)];
    demand(expiry === 0n || expiry > svm.getClock().slot, 'MessageExpired');
    demand(fee < units && fee <= maxFee, 'FeeExceedsMaxFee');
    const held = Buffer.from(read(recipient)?.data ?? []);
    demand(held.length === 165 && addressIn(held.subarray(0, 32)) === usdcMint, 'recipient_token_account');
    return () => {
      addUnits(known.custody, -units);
      addUnits(recipient, units - fee);
      if (fee > 0n) addUnits(known.feeAccount, fee);
      make(nonce, payer, Buffer.concat([mark('account', 'UsedNonce'), Buffer.from([1])]));
    };
  }

  return [
    { address: messengerProgram, run: burn },
    { address: transmitterProgram, run: receive },
  ];
}

/** Each account is the one that the program takes at its place, and signs and is writable where it must. */
function checkAccounts(
  accounts: readonly NamedAccount[],
  wanted: readonly (readonly [address: Address | undefined, flags: string])[],
): void {
  demand(accounts.length === wanted.length, 'accounts');
  for (const [index, [address, flags]] of wanted.entries()) {
    const found = accounts[index];
    demand(found !== undefined && found.address === address, `account ${index}`);
    demand(found.signs || !flags.includes('s'), `account ${index} must sign`);
    demand(found.writes || !flags.includes('w'), `account ${index} must be writable`);
  }
}

/** What a burn sends: the header by the transmitter, the body by the messenger. */
function messageOf(data: Buffer, owner: Address): Buffer {
  const message = Buffer.alloc(376);
  const number = (value: number, at: number) => message.writeUInt32BE(value, at);
  const word = (value: bigint, at: number) => message.write(value.toString(16).padStart(64, '0'), at, 'hex');
  number(1, 0);
  number(localDomain, 4);
  number(data.readUInt32LE(16), 8);
  bytesOf(messengerProgram).copy(message, 44);
  evmMessenger.copy(message, 76);
  data.copy(message, 108, 52, 84);
  number(data.readUInt32LE(92), 140);
  number(1, 148);
  bytesOf(usdcMint).copy(message, 152);
  data.copy(message, 184, 20, 52);
  word(data.readBigUInt64LE(8), 216);
  bytesOf(owner).copy(message, 248);
  word(data.readBigUInt64LE(84), 280);
  return message;
}
