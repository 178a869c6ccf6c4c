import { toBase58 } from '../../lib/chains/base58.ts';
import type { Connection } from '../rpc/connection.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { solanaChain } from './solana-chain.ts';
import { parseStatuses, type SignatureStatus } from './statuses.ts';
import {
  countIn,
  listIn,
  objectIn,
  parseTransaction,
  type SolanaTransaction,
  textIn,
} from './transaction.ts';

/** An account whose balance is read. */
export interface BalanceAccount {
  account: string;
  /** Null for the lamports of the account itself. */
  mint: string | null;
}

export interface HistoryEntry {
  signature: string;
  slot: number;
  isFailed: boolean;
  isFinalized: boolean;
}

export interface Balance {
  units: bigint;
  slot: number;
}

export interface HistoryWanted {
  commitment: 'confirmed' | 'finalized';
  atLeast: number;
}

interface Clock {
  slot: number;
  time: Date;
}

/** Reads that watching needs. All but statuses are at the requested slot or later. */
export interface SolanaNode {
  /** The newest confirmed slot, with the chain's own time. */
  clock(atLeast: number): Promise<Clock>;
  finalizedSlot(): Promise<number>;
  /** Confirmed balances, each with the slot that it is of. */
  balances(accounts: readonly BalanceAccount[], atLeast: number): Promise<Balance[]>;
  /** All token accounts of an owner, of both token programs, with their balances. */
  tokenAccounts(owner: string, atLeast: number): Promise<(BalanceAccount & Balance)[]>;
  /** At most `historyPage` entries, newest first: those before `before` and after `until`. */
  historyPage(
    account: string,
    wanted: HistoryWanted & { before: string | undefined; until: string | undefined },
  ): Promise<HistoryEntry[]>;
  /** Newest first, down to the slot, however many there are. `walkHistory` reads long ones in parts. */
  history(account: string, wanted: HistoryWanted & { downTo: number }): Promise<HistoryEntry[]>;
  /** Null if the node does not have it, or it is not confirmed yet. */
  transaction(signature: string): Promise<SolanaTransaction | null>;
  statuses(signatures: readonly string[]): Promise<(SignatureStatus | null)[]>;
}

const clockSysvar = 'SysvarC1ock11111111111111111111111111111111';
const accountsPerCall = 100;
const signaturesPerCall = 256;
/** Entries that nodes list at once. */
export const historyPage = 1000;
const concurrentCalls = 4;
/** One URL may stand for several nodes, of which some lag: a retry usually reaches another. */
const triesForSlot = 4;
/** The code of Agave for a node that has not reached `minContextSlot`. */
const slotNotReached = -32016;

type Call = (method: string, params: unknown[]) => Promise<unknown>;

/** RPC calls that retry if a node lags behind the requested slot. */
export function callsOf(rpc: Rpc, signal?: AbortSignal): Call {
  return (method, params) => rpc.run((connection) => callPatiently(connection, method, params), signal);
}

export function createSolanaNode(rpc: Rpc, signal?: AbortSignal): SolanaNode {
  const call = callsOf(rpc, signal);
  const readPage: SolanaNode['historyPage'] = async (account, { commitment, atLeast, before, until }) => {
    const config = { commitment, minContextSlot: atLeast, limit: historyPage, before, until };
    return listIn(await call('getSignaturesForAddress', [account, config])).map(entryIn);
  };

  return {
    async clock(atLeast) {
      const config = { commitment: 'confirmed', encoding: 'base64', minContextSlot: atLeast };
      const { value } = objectIn(await call('getAccountInfo', [clockSysvar, config]));
      const data = dataIn(value, 40);
      return {
        slot: Number(data.readBigUInt64LE(0)),
        time: new Date(Number(data.readBigInt64LE(32)) * 1000),
      };
    },
    finalizedSlot: async () => countIn(await call('getSlot', [{ commitment: 'finalized' }])),
    async balances(accounts, atLeast) {
      const parts = chunks(accounts, accountsPerCall);
      return (await inParallel(parts, (part) => readBalances(call, part, atLeast))).flat();
    },
    async tokenAccounts(owner, atLeast) {
      const { tokenProgram, token2022Program } = solanaChain;
      const lists = await inParallel([tokenProgram, token2022Program], (programId) =>
        readTokenAccounts(call, owner, programId, atLeast),
      );
      return lists.flat();
    },
    historyPage: readPage,
    async history(account, { commitment, atLeast, downTo }) {
      const all: HistoryEntry[] = [];
      for (;;) {
        const before = all.at(-1)?.signature;
        const page = await readPage(account, { commitment, atLeast, before, until: undefined });
        all.push(...page);
        if (page.length < historyPage || page.some(({ slot }) => slot < downTo)) return all;
      }
    },
    async transaction(signature) {
      const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
      for (let tries = 1; ; tries++) {
        const found = parseTransaction(await call('getTransaction', [signature, config]));
        if (found || tries === triesForSlot) return found;
      }
    },
    async statuses(signatures) {
      const answers = await inParallel(chunks(signatures, signaturesPerCall), async (part) =>
        parseStatuses(
          await call('getSignatureStatuses', [part, { searchTransactionHistory: true }]),
          part.length,
        ),
      );
      return answers.flat();
    },
  };
}

async function callPatiently(connection: Connection, method: string, params: unknown[]): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    try {
      return await connection.call(method, params);
    } catch (error) {
      if (!isSlotNotReached(error) || tries === triesForSlot) throw error;
    }
  }
}

/** Whether every node lagged behind the requested slot. */
export function isSlotNotReached(error: unknown): boolean {
  return error instanceof RpcError && error.code === slotNotReached;
}

async function readBalances(
  call: Call,
  accounts: readonly BalanceAccount[],
  atLeast: number,
): Promise<Balance[]> {
  const config = {
    commitment: 'confirmed',
    encoding: 'base64',
    // The amount of a token account.
    dataSlice: { offset: 64, length: 8 },
    minContextSlot: atLeast,
  };
  const keys = accounts.map(({ account }) => account);
  const { context, value } = objectIn(await call('getMultipleAccounts', [keys, config]));
  const found = listIn(value);
  const slot = countIn(objectIn(context)['slot']);
  const unitsIn = (mint: string | null, one: unknown) =>
    mint === null ? BigInt(countIn(objectIn(one)['lamports'])) : dataIn(one, 8).readBigUInt64LE(0);
  return accounts.map(({ mint }, index) => {
    const one = found[index] ?? null;
    return { slot, units: one === null ? 0n : unitsIn(mint, one) };
  });
}

async function readTokenAccounts(call: Call, owner: string, programId: string, atLeast: number) {
  const config = {
    commitment: 'confirmed',
    encoding: 'base64',
    // The mint, the owner and the amount.
    dataSlice: { offset: 0, length: 72 },
    minContextSlot: atLeast,
  };
  const { context, value } = objectIn(await call('getTokenAccountsByOwner', [owner, { programId }, config]));
  const slot = countIn(objectIn(context)['slot']);
  return listIn(value).map((one) => {
    const { pubkey, account } = objectIn(one);
    const data = dataIn(account, 72);
    const mint = toBase58(data.subarray(0, 32));
    return { account: textIn(pubkey), mint, slot, units: data.readBigUInt64LE(64) };
  });
}

/** An account with less data is not a token account (yet), so its balance is zero. */
function dataIn(account: unknown, bytes: number): Buffer {
  const { data } = objectIn(account);
  const found = Buffer.from(textIn(listIn(data)[0]), 'base64');
  return found.length >= bytes ? found : Buffer.alloc(bytes);
}

function entryIn(value: unknown): HistoryEntry {
  const { signature, slot, err, confirmationStatus } = objectIn(value);
  return {
    signature: textIn(signature),
    slot: countIn(slot),
    isFailed: err !== null && err !== undefined,
    isFinalized: confirmationStatus === 'finalized',
  };
}

export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** Results in the order of the items. When one fails, no call is left running. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as T);
  };
  const workers = Array.from({ length: Math.min(concurrentCalls, items.length) }, worker);
  const ended = await Promise.allSettled(workers);
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}
