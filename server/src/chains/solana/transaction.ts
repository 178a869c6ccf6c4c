import { fromBase58 } from '../../lib/chains/base58.ts';
import { GarbageAnswer } from '../rpc/rpc-error.ts';
import { solanaChain } from './solana-chain.ts';

/** What a transaction did to balances, from `getTransaction` with encoding `json`. */
export interface SolanaTransaction {
  signature: string;
  slot: number;
  /** Null while the node does not know it yet. */
  time: Date | null;
  isFailed: boolean;
  /** In lamports, paid by the first account. */
  fee: bigint;
  /** All accounts it names, including those from lookup tables. */
  keys: string[];
  /** How many of `keys` signed: the first ones. */
  signers: number;
  /** Lamports, in the order of `keys`. Above 2^53 they are rounded, which no address of ours ever holds. */
  before: bigint[];
  after: bigint[];
  tokensBefore: TokenBalance[];
  tokensAfter: TokenBalance[];
  /** Each followed by its inner instructions. */
  instructions: SolanaInstruction[];
  /** What its own instructions say. Memos of programs that it calls are left out: some nodes do not keep them. */
  memos: string[];
}

export interface SolanaInstruction {
  program: string;
  accounts: string[];
  /** Base58. */
  data: string;
}

export interface TokenBalance {
  /** The token account. */
  account: string;
  owner: string;
  mint: string;
  /** The token program. */
  program: string;
  units: bigint;
}

type Json = Record<string, unknown>;

/** Throws on an incomplete answer. Null if the node does not have the transaction. */
export function parseTransaction(answer: unknown): SolanaTransaction | null {
  if (answer === null) return null;
  const { slot, blockTime, transaction, meta } = objectIn(answer);
  const { message, signatures } = objectIn(transaction);
  const { accountKeys, header, instructions } = objectIn(message);
  const {
    err,
    fee,
    preBalances,
    postBalances,
    preTokenBalances,
    postTokenBalances,
    loadedAddresses,
    innerInstructions,
  } = objectIn(meta);
  const loaded = objectIn(loadedAddresses ?? {});
  const keys = [accountKeys, loaded['writable'] ?? [], loaded['readonly'] ?? []].flatMap((list) =>
    listIn(list).map(textIn),
  );
  const parsed = {
    signature: textIn(listIn(signatures)[0]),
    slot: countIn(slot),
    time: typeof blockTime === 'number' ? new Date(blockTime * 1000) : null,
    isFailed: err !== null && err !== undefined,
    fee: BigInt(countIn(fee)),
    keys,
    signers: countIn(objectIn(header)['numRequiredSignatures']),
    before: listIn(preBalances).map((units) => BigInt(countIn(units))),
    after: listIn(postBalances).map((units) => BigInt(countIn(units))),
    tokensBefore: listIn(preTokenBalances ?? []).map((one) => tokenIn(one, keys)),
    tokensAfter: listIn(postTokenBalances ?? []).map((one) => tokenIn(one, keys)),
    instructions: instructionsIn(instructions ?? [], innerInstructions ?? [], keys),
    memos: memosIn(instructions ?? [], keys),
  };
  if (parsed.before.length !== parsed.keys.length || parsed.after.length !== parsed.keys.length)
    throw new GarbageAnswer('answered a transaction with other balances than accounts');
  return parsed;
}

function instructionsIn(top: unknown, inner: unknown, keys: readonly string[]): SolanaInstruction[] {
  const ledTo = listIn(inner).map(objectIn);
  return listIn(top).flatMap((one, index) => [
    instructionIn(one, keys),
    ...ledTo
      .filter((part) => part['index'] === index)
      .flatMap((part) => listIn(part['instructions']).map((each) => instructionIn(each, keys))),
  ]);
}

function instructionIn(value: unknown, keys: readonly string[]): SolanaInstruction {
  const { programIdIndex, accounts, data } = objectIn(value);
  const keyAt = (index: unknown) => textIn(keys[countIn(index)]);
  return { program: keyAt(programIdIndex), accounts: listIn(accounts).map(keyAt), data: textIn(data) };
}

const memoPrograms: readonly string[] = solanaChain.memoPrograms;

function memosIn(top: unknown, keys: readonly string[]): string[] {
  return listIn(top)
    .map((one) => instructionIn(one, keys))
    .filter(({ program }) => memoPrograms.includes(program))
    .map(({ data }) => {
      const bytes = fromBase58(data);
      if (!bytes) throw new GarbageAnswer('answered data that is not base58');
      return bytes.toString('utf8');
    });
}

function tokenIn(value: unknown, keys: readonly string[]): TokenBalance {
  const { accountIndex, owner, mint, programId, uiTokenAmount } = objectIn(value);
  const { amount } = objectIn(uiTokenAmount);
  const text = textIn(amount);
  if (!/^\d{1,20}$/.test(text)) throw new GarbageAnswer('answered an amount that is no number');
  return {
    account: textIn(keys[countIn(accountIndex)]),
    owner: textIn(owner),
    mint: textIn(mint),
    program: textIn(programId),
    units: BigInt(text),
  };
}

export function objectIn(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new GarbageAnswer('answered something that is no object');
}

export function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new GarbageAnswer('answered something that is no list');
}

export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GarbageAnswer('answered something that is no text');
}

export function countIn(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new GarbageAnswer('answered something that is no whole number');
}
