import { toBase58 } from '../../lib/chains/base58.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { callsOf } from './node.ts';
import { parseStatuses, type SignatureStatus } from './statuses.ts';
import { countIn, listIn, objectIn, textIn } from './transaction.ts';

/** An account as of some slot. */
export interface SolanaAccount {
  lamports: bigint;
  /** The program that it belongs to. */
  program: string;
  data: Buffer;
}

/** What a transaction would do. */
export interface Rehearsal {
  error: string | null;
  /** Empty when it would fail. */
  before: (SolanaAccount | null)[];
  after: (SolanaAccount | null)[];
}

/** What sending needs of Solana. Every answer is checked. */
export interface SolanaSenderNode {
  /** Accounts, finalized by default, read at slot `atLeast` or later. The slot returned is the oldest of those read. */
  accounts(
    addresses: readonly string[],
    atLeast?: number,
    commitment?: 'confirmed' | 'finalized',
  ): Promise<{ slot: number; accounts: (SolanaAccount | null)[] }>;
  /** The value of a durable nonce, finalized, with the slot of this read; null when there is no such account. */
  nonce(account: string, atLeast: number): Promise<{ value: string; slot: number } | null>;
  /** Statuses with the slot that the answer is of: only with it does a missing one say anything. */
  statuses(signatures: readonly string[]): Promise<{ slot: number; statuses: (SignatureStatus | null)[] }>;
  /** A finalized one: it survives forks. */
  blockhash(): Promise<{ hash: string; lastValidHeight: number; slot: number }>;
  /** The height up to which blocks may have transactions with this blockhash, or a higher one; null once none may. */
  lastHeightOf(blockhash: string): Promise<number | null>;
  /** The finalized height with its slot. They are from one answer: nodes lag. */
  height(): Promise<{ height: number; slot: number }>;
  rentFor(bytes: number): Promise<bigint>;
  /** What transactions that write to these accounts paid for a million compute units of late, in lamports: the median. */
  priorityFee(accounts: readonly string[]): Promise<bigint>;
  /** The fee of a transaction, with its priority. */
  feeOf(message: string): Promise<bigint>;
  /** Null when it would succeed, else the error as the node writes it. Signatures are not looked at. */
  simulate(raw: string): Promise<string | null>;
  /** The same with its own blockhash. */
  tryOut(raw: string): Promise<string | null>;
  /** As `simulate`, with these accounts before and after it, both confirmed. */
  rehearse(raw: string, accounts: readonly string[]): Promise<Rehearsal>;
  /** Throws what the node answers. */
  send(raw: string): Promise<void>;
}

const accountsPerCall = 100;
const nonceBytes = 80;
const nonceValueAt = 40;
const finalized = { commitment: 'finalized' } as const;
const confirmed = { commitment: 'confirmed' } as const;

export function createSolanaSenderNode(rpc: Rpc, signal?: AbortSignal): SolanaSenderNode {
  const call = callsOf(rpc, signal);

  const readAccounts: SolanaSenderNode['accounts'] = async (
    addresses,
    atLeast = 0,
    commitment = 'finalized',
  ) => {
    const accounts: (SolanaAccount | null)[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    for (let from = 0; from < addresses.length; from += accountsPerCall) {
      const part = addresses.slice(from, from + accountsPerCall);
      const config = { commitment, encoding: 'base64', minContextSlot: atLeast };
      const { context, value } = objectIn(await call('getMultipleAccounts', [part, config]));
      oldest = Math.min(oldest, countIn(objectIn(context)['slot']));
      const found = listIn(value);
      accounts.push(...part.map((_, index) => accountIn(found[index] ?? null)));
    }
    return { slot: oldest, accounts };
  };

  async function simulated(raw: string, more = {}): Promise<Record<string, unknown>> {
    const config = { ...confirmed, encoding: 'base64', replaceRecentBlockhash: true, ...more };
    return objectIn(objectIn(await call('simulateTransaction', [raw, config]))['value']);
  }

  return {
    accounts: readAccounts,
    async nonce(account, atLeast) {
      const { slot, accounts } = await readAccounts([account], atLeast);
      const value = nonceValueOf(accounts[0] ?? null);
      return value === null ? null : { value, slot };
    },
    async statuses(signatures) {
      const answer = await call('getSignatureStatuses', [signatures, { searchTransactionHistory: true }]);
      const { slot } = objectIn(objectIn(answer)['context']);
      return { slot: countIn(slot), statuses: parseStatuses(answer, signatures.length) };
    },
    async blockhash() {
      const { context, value } = objectIn(await call('getLatestBlockhash', [finalized]));
      const { blockhash, lastValidBlockHeight } = objectIn(value);
      return {
        hash: textIn(blockhash),
        lastValidHeight: countIn(lastValidBlockHeight),
        slot: countIn(objectIn(context)['slot']),
      };
    },
    async lastHeightOf(blockhash) {
      const { context, value } = objectIn(await call('isBlockhashValid', [blockhash, confirmed]));
      if (value !== true) return null;
      // No blockhash that is valid at this slot ends later than the newest one, read at this slot or later.
      const config = { ...confirmed, minContextSlot: countIn(objectIn(context)['slot']) };
      const newest = objectIn(objectIn(await call('getLatestBlockhash', [config]))['value']);
      return countIn(newest['lastValidBlockHeight']);
    },
    async height() {
      const { blockHeight, absoluteSlot } = objectIn(await call('getEpochInfo', [finalized]));
      return { height: countIn(blockHeight), slot: countIn(absoluteSlot) };
    },
    rentFor: async (bytes) => BigInt(countIn(await call('getMinimumBalanceForRentExemption', [bytes]))),
    async priorityFee(accounts) {
      const recent = listIn(await call('getRecentPrioritizationFees', [accounts]));
      const fees = recent.map((one) => countIn(objectIn(one)['prioritizationFee'])).sort((a, b) => a - b);
      return BigInt(fees[Math.floor(fees.length / 2)] ?? 0);
    },
    async feeOf(message) {
      const { value } = objectIn(await call('getFeeForMessage', [message, finalized]));
      // Null for a blockhash that the node does not know.
      return value === null ? 0n : BigInt(countIn(value));
    },
    simulate: async (raw) => errorIn(await simulated(raw)),
    tryOut: async (raw) => errorIn(await simulated(raw, { replaceRecentBlockhash: false })),
    async rehearse(raw, addresses) {
      const config = { ...confirmed, encoding: 'base64' };
      const { value } = objectIn(await call('getMultipleAccounts', [addresses, config]));
      const result = await simulated(raw, { accounts: { encoding: 'base64', addresses } });
      const error = errorIn(result);
      if (error !== null) return { error, before: [], after: [] };
      const [before, after] = [value, result['accounts']].map((list) => {
        const found = listIn(list);
        return addresses.map((_, index) => accountIn(found[index] ?? null));
      }) as [Rehearsal['before'], Rehearsal['after']];
      return { error, before, after };
    },
    async send(raw) {
      await call('sendTransaction', [raw, { encoding: 'base64', skipPreflight: true, maxRetries: 3 }]);
    },
  };
}

function errorIn({ err }: Record<string, unknown>): string | null {
  return err === null || err === undefined ? null : JSON.stringify(err);
}

/** The value of an initialized nonce account. */
export function nonceValueOf(account: SolanaAccount | null): string | null {
  if (account?.data.length !== nonceBytes || account.data[4] !== 1) return null;
  return toBase58(account.data.subarray(nonceValueAt, nonceValueAt + 32));
}

function accountIn(value: unknown): SolanaAccount | null {
  if (value === null) return null;
  const { lamports, owner, data } = objectIn(value);
  return {
    lamports: BigInt(countIn(lamports)),
    program: textIn(owner),
    data: Buffer.from(textIn(listIn(data)[0]), 'base64'),
  };
}
