import { type Address, isAddress } from '@solana/kit';
import type { Account } from './account-versions.ts';
import { clockSysvar, genesisHash, type systemProgram } from './addresses.ts';
import {
  type AccountConfig,
  encodeAccount,
  encodeTransaction,
  statusOf,
  type TransactionConfig,
} from './encode.ts';
import { type Block, maxBlockhashAge } from './ledger.ts';
import { invalidParams } from './rpc-error.ts';
import { tokenAccountOf } from './token-accounts.ts';
import {
  type BankConfig,
  bankOf,
  commitmentOf,
  historyBankOf,
  isInStatusCache,
  type View,
  withContext,
} from './view.ts';

/** A method of JSON-RPC. Params are whatever the client sent. */
export type Method = (view: View, params: readonly unknown[]) => unknown;

const maxAccounts = 100;
const maxStatuses = 256;
const maxHistory = 1000;

type ReadConfig = BankConfig & AccountConfig & TransactionConfig;
interface HistoryConfig extends BankConfig {
  limit?: number;
  before?: string;
  until?: string;
}

export const readMethods: Record<string, Method> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'feature-set': 3345198602, 'solana-core': '4.1.2' }),
  getGenesisHash: () => genesisHash,
  getSlot: (view, [config]) => bankOf(view, configOf(config)).slot,
  getBlockHeight: (view, [config]) => bankOf(view, configOf(config)).height,
  getBlockTime: (view, [slot]) => view.ledger.blocks.find((block) => block.slot === slot)?.time ?? null,
  getFirstAvailableBlock: (view) => view.ledger.blocks[0]?.slot ?? 0,
  getEpochInfo(view, [config]) {
    const { slot, height } = bankOf(view, configOf(config));
    const slotsInEpoch = 432_000;
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch: Math.floor(slot / slotsInEpoch),
      slotIndex: slot % slotsInEpoch,
      slotsInEpoch,
      transactionCount: null,
    };
  },
  getLatestBlockhash(view, [config]) {
    const block = bankOf(view, configOf(config));
    const lastValidBlockHeight = block.height + maxBlockhashAge;
    return withContext(block, { blockhash: block.hash, lastValidBlockHeight });
  },
  isBlockhashValid(view, [hash, config]) {
    const block = bankOf(view, configOf(config));
    return withContext(block, view.ledger.isAlive(String(hash), block));
  },
  getBalance(view, [address, config]) {
    const block = bankOf(view, configOf(config));
    return withContext(block, accountAt(view, addressIn(address), block)?.lamports ?? 0n);
  },
  getAccountInfo(view, [address, config]) {
    const block = bankOf(view, configOf(config));
    return withContext(block, encodeAt(view, addressIn(address), block, configOf(config)));
  },
  getMultipleAccounts(view, [list, config]) {
    if (!Array.isArray(list)) throw invalidParams('Invalid params: expected a sequence');
    if (list.length > maxAccounts) throw invalidParams(`Too many inputs provided; max ${maxAccounts}`);
    const block = bankOf(view, configOf(config));
    const value = list.map((address) => encodeAt(view, addressIn(address), block, configOf(config)));
    return withContext(block, value);
  },
  getTokenAccountsByOwner(view, [owner, filter, config]) {
    const block = bankOf(view, configOf(config));
    const { programId } = configOf<{ programId?: string }>(filter);
    if (programId === undefined) throw invalidParams('Invalid params: only programId is supported');
    const isWanted = (address: Address) => {
      const account = tokenAccountOf(accountAt(view, address, block));
      return account?.owner === owner && account?.programId === programId;
    };
    const found = [...view.ledger.accounts.changed()].filter(isWanted);
    const value = found.map((pubkey) => ({
      pubkey,
      account: encodeAt(view, pubkey, block, configOf(config)),
    }));
    return withContext(block, value);
  },
  getSignatureStatuses(view, [list, config]) {
    if (!Array.isArray(list)) throw invalidParams('Invalid params: expected a sequence');
    if (list.length > maxStatuses) throw invalidParams(`Too many inputs provided; max ${maxStatuses}`);
    const isDeep = (config as { searchTransactionHistory?: boolean } | undefined)?.searchTransactionHistory;
    const head = bankOf(view, { commitment: 'processed' });
    return withContext(
      head,
      list.map((signature) => signatureStatus(view, head, String(signature), isDeep === true)),
    );
  },
  getSignaturesForAddress(view, [address, given]) {
    const config = configOf<HistoryConfig>(given);
    const { limit = maxHistory, before, until } = config;
    if (limit < 1 || limit > maxHistory) throw invalidParams(`Invalid limit; max ${maxHistory}`);
    const block = historyBankOf(view, config);
    const all = view.ledger
      .naming(addressIn(address))
      .filter((record) => record.block.height <= block.height)
      .toReversed();
    const indexOf = (signature: string | undefined) =>
      all.findIndex(({ wire }) => wire.signature === signature);
    const from = before === undefined ? 0 : indexOf(before) + 1 || all.length;
    const to = until === undefined || indexOf(until) < 0 ? all.length : indexOf(until);
    return all.slice(from, Math.min(to, from + limit)).map((record) => ({
      blockTime: record.block.time,
      confirmationStatus: commitmentOf(view, record.block),
      err: record.err,
      memo: null,
      signature: record.wire.signature,
      slot: record.block.slot,
    }));
  },
  getTransaction(view, [signature, given]) {
    const config = configOf<ReadConfig>(typeof given === 'string' ? { encoding: given } : given);
    const block = historyBankOf(view, config);
    const record = view.ledger.find(String(signature));
    return record && record.block.height <= block.height ? encodeTransaction(record, config) : null;
  },
};

export function configOf<C extends object = ReadConfig>(given: unknown): C {
  return (typeof given === 'object' && given !== null ? given : {}) as C;
}

function addressIn(text: unknown): Address {
  if (typeof text !== 'string' || !isAddress(text)) throw invalidParams('Invalid param: WrongSize');
  return text;
}

function encodeAt(view: View, address: Address, block: Block, config: ReadConfig) {
  const read = (one: Address) => accountAt(view, one, block);
  return encodeAccount(read(address), config, read);
}

function accountAt({ ledger }: View, address: Address, block: Block): Account {
  return address === clockSysvar ? clockAt(block) : ledger.accounts.at(address, block.slot);
}

/** No transaction writes the clock, so its versions are not kept: it is made from the block. */
function clockAt({ slot, time }: Block): Account {
  const data = Buffer.alloc(40);
  data.writeBigUInt64LE(BigInt(slot), 0);
  data.writeBigInt64LE(BigInt(time), 32);
  return {
    address: clockSysvar,
    lamports: 1_169_280n as NonNullable<Account>['lamports'],
    data: new Uint8Array(data),
    executable: false,
    programAddress: 'Sysvar1111111111111111111111111111111111111' as typeof systemProgram,
    space: 40n,
  };
}

function signatureStatus(view: View, head: Block, signature: string, isDeep: boolean) {
  const record = view.ledger.find(signature);
  if (!record || record.block.height > head.height) return null;
  if (!isDeep && !isInStatusCache(view, record.block)) return null;
  const confirmationStatus = commitmentOf(view, record.block);
  return {
    confirmationStatus,
    confirmations: confirmationStatus === 'finalized' ? null : head.height - record.block.height,
    err: record.err,
    slot: record.block.slot,
    status: statusOf(record.err),
  };
}
