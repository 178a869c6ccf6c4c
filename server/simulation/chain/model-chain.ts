import { createHash } from 'node:crypto';
import type { Chance } from '../chance.ts';
import type { EvmFacts } from '../operator.ts';
import { Authorizations } from './authorizations.ts';
import {
  type Address,
  balanceOf,
  copyOf,
  emptyState,
  type ModelBlock,
  type ModelLog,
  type ModelTransaction,
  move,
  type PaymentTransaction,
  type SignedTransaction,
  type State,
} from './block.ts';
import { Limits } from './limits.ts';
import { type ChainWorld, callContract, usualUsdcPerEth } from './swap-model.ts';
import { transferLog } from './vault-model.ts';

export const normalBaseFee = 1_000_000_000n;
/** In percent. */
const maxFeeRise = 7;
const gasPerTransaction = 150_000n;

/** A chain in memory: a tree of blocks, what waits for a block, and the rules of tokens and vault. */
export class ModelChain {
  readonly facts: EvmFacts;
  tip: ModelBlock;
  /** Around which the base fee moves. */
  feeLevel = normalBaseFee;
  readonly mempool: ModelTransaction[] = [];
  readonly world: ChainWorld & { deposits: Map<string, Address>; blocked: Set<string> };
  /** Every transaction that ever reached a node, by hash. */
  readonly known = new Map<string, ModelTransaction>();
  /** Blocks that were final have been replaced. */
  isDeeplyReorganised = false;
  /** Money of customers that was final, and is in no block any more. */
  readonly lost: PaymentTransaction[] = [];
  /** Up to this block nodes do not show what the vault has paid: neither in logs nor in headers. */
  hidesPaidUntil = -1;
  /** What customers signed, and what became of it. */
  readonly authorizations: Authorizations;
  /** Blocks whose logs somebody has asked for. */
  readonly read = new Set<ModelBlock>();
  readonly #chance: Chance;
  /** The time of the latest block that there ever was. */
  latestMs = 0;
  #hashes = 0;
  /** When the newest block was made. */
  #nowMs = 0;
  /** The time that it says. */
  #blockMs = 0;

  constructor(facts: EvmFacts, chance: Chance, vault: Address, operator: Address, timeMs: number) {
    this.facts = facts;
    this.#chance = chance;
    const pool = { usdcPerEth: usualUsdcPerEth };
    this.world = { vault, deposits: new Map(), blocked: new Set(), limits: new Limits(), pool };
    this.authorizations = new Authorizations(facts, this.world.blocked);
    const state = emptyState();
    move(state, null, null, operator, 10n ** 20n);
    this.tip = this.#block(null, [], new Set(), [], state, timeMs);
  }

  /** Of the next block. It moves with each, so that what is signed again is another transaction. */
  get baseFee(): bigint {
    return (this.feeLevel * BigInt(100 + (this.tip.number % maxFeeRise))) / 100n;
  }

  hash(): `0x${string}` {
    return `0x${createHash('sha256')
      .update(`hash ${this.facts.chainId} ${this.#hashes++}`)
      .digest('hex')}`;
  }

  /** What reaches the mempool. A signed one replaces another with its nonce if it offers more. */
  submit(transaction: ModelTransaction): string | null {
    if (this.known.has(transaction.hash) && this.mempool.includes(transaction)) return 'already known';
    if (transaction.kind === 'signed') {
      if (transaction.nonce < (this.tip.state.counts.get(transaction.from) ?? 0)) return 'nonce too low';
      const rival = this.mempool.find((one) => isRival(one, transaction));
      if (rival?.kind === 'signed') {
        if (rival.hash === transaction.hash) return 'already known';
        if (transaction.maxFee * 10n < rival.maxFee * 11n) return 'replacement transaction underpriced';
        this.mempool.splice(this.mempool.indexOf(rival), 1);
      }
    }
    this.known.set(transaction.hash, transaction);
    this.mempool.push(transaction);
    return null;
  }

  mine(timeMs: number, takes: (transaction: ModelTransaction) => boolean = () => true): ModelBlock {
    this.#nowMs = timeMs;
    this.#blockMs = Math.max(this.tip.timeMs + 1000, Math.floor(timeMs / 1000) * 1000);
    const state = copyOf(this.tip.state);
    const failed = new Set<ModelTransaction>();
    const logs: ModelLog[] = [];
    const included: ModelTransaction[] = [];
    const waiting = this.mempool.filter(takes).toSorted(byNonce);
    for (const transaction of waiting) {
      if (!this.#isReady(state, transaction)) continue;
      included.push(transaction);
      this.mempool.splice(this.mempool.indexOf(transaction), 1);
      this.#execute(state, transaction, logs, failed);
    }
    // What can never be mined any more leaves.
    const stale = this.mempool.filter(
      (one) => one.kind === 'signed' && one.nonce < (state.counts.get(one.from) ?? 0),
    );
    for (const one of stale) this.mempool.splice(this.mempool.indexOf(one), 1);
    this.tip = this.#block(this.tip, included, failed, logs, state, this.#blockMs);
    return this.tip;
  }

  /** Abandons the newest blocks. Their transactions wait again, or are lost. */
  reorganise(depth: number, losing: number, timeMs: number): void {
    const abandoned: ModelTransaction[] = [];
    for (let left = depth; left > 0 && this.tip.parent; left--) {
      abandoned.unshift(...this.tip.transactions);
      this.tip = this.tip.parent;
    }
    for (const transaction of abandoned) if (!this.#chance.happens(losing)) this.mempool.push(transaction);
    for (let left = depth + 1; left > 0; left--)
      this.mine(timeMs, () => left === 1 || this.#chance.happens(0.5));
  }

  /**
   * Replaces blocks that were final. Their transactions happen in the same order, at the time of the oldest of these blocks,
   * so that what was paid in time and in turn still is. All but one that is lost.
   */
  reorganiseDeeply(depth: number, lost: PaymentTransaction | null = null): void {
    this.isDeeplyReorganised = true;
    if (lost) this.lost.push(lost);
    const times: number[] = [];
    const { feeLevel } = this;
    const abandoned: ModelTransaction[] = [];
    for (let left = depth; left > 0 && this.tip.parent; left--) {
      abandoned.unshift(...this.tip.transactions.filter((one) => one !== lost));
      times.unshift(this.tip.timeMs);
      // All of them paid at least the lowest fee.
      const lowest = (this.tip.baseFee * 100n) / BigInt(100 + maxFeeRise);
      if (lowest < this.feeLevel) this.feeLevel = lowest;
      this.tip = this.tip.parent;
    }
    const waiting = this.mempool.splice(0, this.mempool.length, ...abandoned);
    for (const timeMs of [...times, 0]) this.mine(timeMs);
    this.feeLevel = feeLevel;
    this.mempool.push(...waiting);
  }

  /** Nodes forget what waits. */
  dropMempool(): void {
    const kept = this.mempool.filter(({ kind }) => kind !== 'signed');
    this.mempool.splice(0, this.mempool.length, ...kept);
  }

  #isReady(state: State, transaction: ModelTransaction): boolean {
    if (transaction.kind !== 'signed') return true;
    return (
      transaction.nonce === (state.counts.get(transaction.from) ?? 0) && transaction.maxFee >= this.baseFee
    );
  }

  #execute(
    state: State,
    transaction: ModelTransaction,
    logs: ModelLog[],
    failed: Set<ModelTransaction>,
  ): void {
    const written = this.#written(state, transaction);
    if (written === null) failed.add(transaction);
    for (const log of written ?? []) logs.push({ ...log, transaction, index: logs.length });
  }

  /** Null when it reverts. */
  #written(state: State, transaction: ModelTransaction) {
    if (transaction.kind === 'payment') return executePayment(state, transaction);
    if (transaction.kind === 'signed') return this.#executeSigned(state, transaction);
    return this.authorizations.call(state, transaction, this.#blockMs);
  }

  #executeSigned(state: State, transaction: SignedTransaction) {
    const { from, nonce } = transaction;
    state.counts.set(from, nonce + 1);
    const cost = gasPerTransaction * this.baseFee;
    const held = state.balances.get('') ?? new Map<Address, bigint>();
    held.set(from, balanceOf(state, null, from) - cost);
    if (this.authorizations.isOfSettler(transaction))
      return this.authorizations.call(state, transaction, this.#blockMs);
    return callContract(this.world, state, transaction, this.#nowMs);
  }

  #block(
    parent: ModelBlock | null,
    transactions: ModelTransaction[],
    failed: Set<ModelTransaction>,
    logs: ModelLog[],
    state: State,
    timeMs: number,
  ): ModelBlock {
    this.latestMs = Math.max(this.latestMs, timeMs);
    const number = parent ? parent.number + 1 : 0;
    const baseFee = parent ? this.baseFee : normalBaseFee;
    return {
      number,
      hash: this.hash(),
      parent,
      timeMs,
      baseFee,
      transactions,
      failed,
      logs,
      state,
    };
  }
}

function executePayment(
  state: State,
  { from, to, token, units, isReverted, isInternal }: PaymentTransaction,
) {
  if (isReverted) return null;
  move(state, token, null, to, units);
  return token && !isInternal ? [transferLog(token, from, to, units)] : [];
}

function isRival(one: ModelTransaction, other: SignedTransaction): boolean {
  return one.kind === 'signed' && one.from === other.from && one.nonce === other.nonce;
}

function byNonce(a: ModelTransaction, b: ModelTransaction): number {
  return a.kind === 'signed' && b.kind === 'signed' ? a.nonce - b.nonce : 0;
}
