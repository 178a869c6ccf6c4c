import { createHash } from 'node:crypto';
import {
  type Address,
  address,
  type EncodedAccount,
  getAddressDecoder,
  getAddressEncoder,
} from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { evmChainIds } from '../../../server/src/chains/evm/evm-chains.ts';
import { cctpChain, tokenMessenger } from '../../../server/src/treasury/routes/cctp/contracts.ts';
import { chainSpecs } from '../../evm/chain-specs.ts';
import { systemProgram, tokenProgram, usdcMint } from '../addresses.ts';
import { derivedAddress } from '../local-program.ts';

/** Circle's programs, at their addresses of the real chain. */
export const messengerProgram = address('CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe');
export const transmitterProgram = address('CCTPV2Sm4AdWt5296sk4P66VBZ7bEhcARwFaaS9YPbeC');
const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const tableProgram = address('AddressLookupTab1e1111111111111111111111111');
const addressTable = address('qj4EYgsGpnRdt9rvQW3wWZR8JVaKPg9rG9EB8DNgfz8');
/** Gets Circle's fees. */
const feeRecipient = address('2gXuTfB4Mgo7DmnAVbsLQgk3MsbwYfrtvTuyZAAaVZ1e');
export const localDomain = 5;

export const bytesOf = (one: Address) => Buffer.from(getAddressEncoder().encode(one));
export const mark = (kind: string, name: string) =>
  createHash('sha256').update(`${kind}:${name}`).digest().subarray(0, 8);
const text = (value: string) => Buffer.from(value);

export const ofMessenger = (seed: string, ...rest: Buffer[]) =>
  derivedAddress(messengerProgram, [text(seed), ...rest]);
export const ofTransmitter = (seed: string, ...rest: Buffer[]) =>
  derivedAddress(transmitterProgram, [text(seed), ...rest]);
export const domainSeed = (domain: number) => text(String(domain));

const tokenAccountOf = (owner: Address) =>
  derivedAddress(associatedProgram, [bytesOf(owner), bytesOf(tokenProgram), bytesOf(usdcMint)]);

export const known = {
  messenger: ofMessenger('token_messenger'),
  minter: ofMessenger('token_minter'),
  senderAuthority: ofMessenger('sender_authority'),
  messengerEvents: ofMessenger('__event_authority'),
  localToken: ofMessenger('local_token', bytesOf(usdcMint)),
  custody: ofMessenger('custody', bytesOf(usdcMint)),
  transmitter: ofTransmitter('message_transmitter'),
  transmitterEvents: ofTransmitter('__event_authority'),
  authority: ofTransmitter('message_transmitter_authority', bytesOf(messengerProgram)),
  feeAccount: tokenAccountOf(feeRecipient),
};

/** The word of the messenger on EVM chains. */
export const evmMessenger = Buffer.from(tokenMessenger.slice(2).padStart(64, '0'), 'hex');

/** What Circle has set up: its programs' state, tokens in custody, and the table of addresses. */
export function setUpCctp(svm: LiteSVM): void {
  const put = (at: Address, programAddress: Address, data: Uint8Array) =>
    svm.setAccount(
      accountOf(at, programAddress, data, svm.minimumBalanceForRentExemption(BigInt(data.length))),
    );
  const state = Buffer.alloc(177);
  mark('account', 'TokenMessenger').copy(state);
  bytesOf(feeRecipient).copy(state, 109);
  put(known.messenger, messengerProgram, state);
  put(known.minter, messengerProgram, stateOf('TokenMinter', 74));
  const localToken = stateOf('LocalToken', 130);
  localToken.writeBigUInt64LE(burnLimit, 72);
  put(known.localToken, messengerProgram, localToken);
  const transmitter = stateOf('MessageTransmitter', 200);
  transmitter.writeUInt32LE(localDomain, 137);
  put(known.transmitter, transmitterProgram, transmitter);
  const domains: Address[] = [];
  for (const chain of evmChainIds) {
    const [facts, usdc] = [cctpChain(chain), chainSpecs[chain].tokens.USDC];
    if (!facts || !usdc) continue;
    const token = Buffer.from(usdc.slice(2).padStart(64, '0'), 'hex');
    const remote = ofMessenger('remote_token_messenger', domainSeed(facts.domain));
    const pair = ofMessenger('token_pair', domainSeed(facts.domain), token);
    put(remote, messengerProgram, Buffer.concat([mark('account', 'RemoteTokenMessenger'), evmMessenger]));
    put(pair, messengerProgram, mark('account', 'TokenPair'));
    domains.push(remote, pair);
  }
  put(known.custody, tokenProgram, tokenData(known.minter, 10n ** 15n));
  put(known.feeAccount, tokenProgram, tokenData(feeRecipient, 0n));
  const listed = [...Object.values(known), messengerProgram, transmitterProgram, tokenProgram, systemProgram];
  put(addressTable, tableProgram, tableData([...listed, ...domains]));
}

const burnLimit = 10n ** 13n;

/** The state of a program: Anchor's mark, then zeros. */
function stateOf(name: string, bytes: number): Buffer {
  const data = Buffer.alloc(bytes);
  mark('account', name).copy(data);
  return data;
}

export function accountOf(
  at: Address,
  programAddress: Address,
  data: Uint8Array,
  lamports: bigint,
): EncodedAccount {
  const space = BigInt(data.length);
  return {
    address: at,
    programAddress,
    data: new Uint8Array(data),
    lamports: lamports as EncodedAccount['lamports'],
    executable: false,
    space,
  };
}

function tokenData(owner: Address, units: bigint): Buffer {
  const data = Buffer.alloc(165);
  bytesOf(usdcMint).copy(data);
  bytesOf(owner).copy(data, 32);
  data.writeBigUInt64LE(units, 64);
  data[108] = 1;
  return data;
}

/** A table that is in use, and that nobody can change. */
export function tableData(addresses: readonly Address[]): Buffer {
  const header = Buffer.alloc(56);
  header.writeUInt32LE(1);
  header.writeBigUInt64LE(2n ** 64n - 1n, 4);
  return Buffer.concat([header, ...addresses.map(bytesOf)]);
}

export const addressIn = (bytes: Uint8Array) => getAddressDecoder().decode(bytes);
