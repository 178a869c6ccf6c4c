import type { Address } from '@solana/kit';
import { Clock, type LiteSVM } from 'litesvm';
import { type Account, type AccountVersions, createAccountVersions } from './account-versions.ts';
import { movedOn, validNonce } from './nonces.ts';
import { createRunner, type InnerInstructions, type Runner } from './running.ts';
import { decimalsOf, tokenAccountOf, uiAmount } from './token-accounts.ts';
import { feeOf, type WireTransaction } from './wire.ts';

export interface Block {
  slot: number;
  height: number;
  hash: string;
  /** Unix seconds. */
  time: number;
  records: TransactionRecord[];
}

/** A transaction in a block, with all that `getTransaction` tells of it. */
export interface TransactionRecord {
  wire: WireTransaction;
  block: Block;
  err: unknown;
  fee: bigint;
  units: bigint;
  logs: string[];
  inner: InnerInstructions[];
  preBalances: bigint[];
  postBalances: bigint[];
  preTokens: TokenBalance[];
  postTokens: TokenBalance[];
}

interface TokenBalance {
  accountIndex: number;
  mint: Address;
  owner: Address;
  programId: Address;
  uiTokenAmount: ReturnType<typeof uiAmount>;
}

/** Blocks after which a transaction's blockhash is too old. */
export const maxBlockhashAge = 150;
/** Like mainnet today: slots of today, fewer blocks than slots. */
const firstSlot = 440_208_001;
const firstHeight = 418_000_001;

/** One fork of blocks over LiteSVM. Execution, fees and rent are LiteSVM's; slots, forks and history are ours. */
export interface SolanaLedger {
  readonly blocks: readonly Block[];
  readonly accounts: AccountVersions;
  tip(): Block;
  find(signature: string): TransactionRecord | undefined;
  /** Oldest first. */
  naming(address: Address): readonly TransactionRecord[];
  isAlive(blockhash: string, block: Block): boolean;
  /** Its blockhash is alive, or its durable nonce is that of now. */
  mayLand(wire: WireTransaction, block: Block): boolean;
  /** Waits for the next block. */
  submit(wire: WireTransaction): void;
  /** Makes blocks, the first of them with all that waits. */
  mine(count?: number): void;
  /** Abandons the newest blocks with their transactions, which are included again if `keep` says so. */
  drop(depth: number, keep: (signature: string) => boolean): void;
}

/**
 * `timeOf` gives the time of the block that comes so many slots after the first, in milliseconds. `blockCame` is called
 * after each block.
 */
export function createSolanaLedger(
  svm: LiteSVM,
  timeOf: (slots: number) => number,
  blockCame: () => void = () => {},
  runner: Runner = createRunner(svm, []),
): SolanaLedger {
  const accounts = createAccountVersions(svm);
  const blocks: Block[] = [];
  const bySignature = new Map<string, TransactionRecord>();
  const byAddress = new Map<Address, TransactionRecord[]>();
  const heights = new Map<string, number>();
  let waiting: WireTransaction[] = [];
  let slot = firstSlot - 1;

  const tip = () => blocks.at(-1) as Block;
  const isAlive = (hash: string, block: Block) => {
    const height = heights.get(hash);
    return height !== undefined && height <= block.height && block.height - height <= maxBlockhashAge;
  };

  const mayLand = (wire: WireTransaction, block: Block) =>
    isAlive(wire.message.lifetimeToken, block) || validNonce(accounts, wire) !== null;

  function openBlock(): void {
    slot++;
    svm.expireBlockhash();
    const time = Math.floor(timeOf(slot - firstSlot) / 1000);
    svm.setClock(new Clock(BigInt(slot), 0n, 0n, 0n, BigInt(time)));
    const height = (blocks.at(-1)?.height ?? firstHeight - 1) + 1;
    const hash = svm.latestBlockhash();
    blocks.push({ slot, height, hash, time, records: [] });
    heights.set(hash, height);
  }

  function include(wire: WireTransaction): void {
    if (bySignature.has(wire.signature) || !mayLand(wire, tip())) return;
    const record = execute(svm, runner, accounts, wire, tip());
    if (!record) return;
    bySignature.set(wire.signature, record);
    for (const address of new Set(wire.keys)) {
      const known = byAddress.get(address);
      if (known) known.push(record);
      else byAddress.set(address, [record]);
    }
    tip().records.push(record);
  }

  const naming = (address: Address) => byAddress.get(address) ?? [];

  function mine(count = 1): void {
    for (let made = 0; made < count; made++) {
      openBlock();
      const due = waiting;
      waiting = [];
      for (const wire of due) include(wire);
      blockCame();
    }
  }

  openBlock();
  return {
    blocks,
    accounts,
    tip,
    find: (signature) => bySignature.get(signature),
    naming,
    isAlive,
    mayLand,
    submit(wire) {
      const isKnown =
        bySignature.has(wire.signature) || waiting.some(({ signature }) => signature === wire.signature);
      if (!isKnown) waiting.push(wire);
    },
    mine,
    drop(depth, keep) {
      const dropped = blocks.splice(Math.max(1, blocks.length - depth));
      const [first] = dropped;
      if (!first) return;
      accounts.dropFrom(first.slot);
      const lost = dropped.flatMap(({ records }) => records);
      for (const { hash } of dropped) heights.delete(hash);
      for (const { wire } of lost) {
        bySignature.delete(wire.signature);
        for (const address of wire.keys)
          byAddress.set(
            address,
            naming(address).filter((record) => record.wire !== wire),
          );
        if (keep(wire.signature)) waiting.push(wire);
      }
    },
  };
}

/** Null when it cannot be part of a block at all: nothing was charged. */
function execute(
  svm: LiteSVM,
  runner: Runner,
  accounts: AccountVersions,
  wire: WireTransaction,
  block: Block,
): TransactionRecord | null {
  // Each account is read once before and once after: reading them is most of what a transaction costs here.
  const before = accountsOf(accounts, wire);
  const preBalances = lamportsOf(before);
  const nonce = validNonce(accounts, wire);
  const ran = runner.send(wire);
  const isFailed = ran.err !== null;
  let after = accountsOf(accounts, wire);
  const postBalances = lamportsOf(after);
  if (isFailed && preBalances[0] === postBalances[0]) return null;
  if (isFailed && nonce) {
    svm.setAccount(movedOn(accounts.newest(nonce.address) ?? nonce, svm.latestBlockhash()));
    after = accountsOf(accounts, wire);
  }
  wire.keys.forEach((address, index) => {
    if (wire.writable[index]) accounts.note(address, block.slot, before[index] ?? null, after[index] ?? null);
  });
  return {
    wire,
    block,
    ...ran,
    fee: feeOf(wire),
    preBalances,
    postBalances,
    preTokens: tokenBalances(accounts, before),
    postTokens: tokenBalances(accounts, after),
  };
}

function accountsOf(accounts: AccountVersions, { keys }: WireTransaction): Account[] {
  return keys.map((address) => accounts.newest(address));
}

function lamportsOf(accounts: readonly Account[]): bigint[] {
  return accounts.map((account) => account?.lamports ?? 0n);
}

function tokenBalances(accounts: AccountVersions, named: readonly Account[]): TokenBalance[] {
  return named.flatMap((account, accountIndex) => {
    const found = tokenAccountOf(account);
    if (!found) return [];
    const { mint, owner, programId, units } = found;
    const uiTokenAmount = uiAmount(units, decimalsOf(accounts.newest(mint)));
    return [{ accountIndex, mint, owner, programId, uiTokenAmount }];
  });
}
