import type { Finality, LiveChain } from '../../../../src/chains/watching/live-chain.ts';
import type { Chance } from './chance.ts';
import { ancestor, type ModelBlock, ModelChain, type ModelTransaction } from './model-chain.ts';
import { modelLiveChain, payer, stray, unknownToken, usdc } from './model-money.ts';
import type { Backend } from './model-node.ts';

export const depth = 8;
const maxReorganisation = 6;
const addressCount = 6;
const strangers = `0x${'55'.repeat(20)}`;

interface Own {
  address: string;
  native: boolean;
}

/** The chain, its money, three nodes behind one address, and the clock. */
export class ModelWorld {
  nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  readonly chain: ModelChain;
  readonly liveChain: LiveChain;
  readonly finalizedDepth = depth;
  reorganisations = 0;
  readonly #chance: Chance;
  readonly #isDeep: boolean;
  readonly #hidesLong: boolean;
  readonly #backends: Backend[];
  readonly #own: Own[] = [];
  #pool: ModelTransaction[] = [];
  #nonce = 0;
  #highest = 0;
  #isCalm = false;

  constructor(chance: Chance, isDeep: boolean, hidesLong: boolean) {
    this.#chance = chance;
    this.#isDeep = isDeep;
    this.#hidesLong = hidesLong;
    this.chain = new ModelChain(this.nowMs - 3_600_000);
    for (let age = 11; age > 0; age--)
      this.chain.tip = this.chain.mine(this.chain.tip, [], this.nowMs - age * 300_000);
    this.liveChain = modelLiveChain(finalityBy(chance), {
      flushes: modelLiveChain(finalityBy(chance)).flushes ?? null,
    });
    this.#backends = [0, 1, 2].map((seed) => ({
      tip: this.chain.tip,
      missesLogsOf: (block) => this.#missesLogs(block, seed),
    }));
  }

  /** One turn of the chain. Returns addresses that are registered now. */
  tick(): Own[] {
    const chance = this.#chance;
    this.nowMs += 1000 + chance.below(12_000);
    const added: Own[] = [];
    if (this.#own.length < addressCount && chance.happens(0.25)) added.push(this.#newAddress());
    while (this.#own.length > 0 && chance.happens(0.6)) this.#pool.push(this.#newTransaction());
    if (chance.happens(0.22)) this.#reorganise();
    else this.chain.tip = this.#mine(this.chain.tip);
    this.#highest = Math.max(this.#highest, this.chain.tip.number);
    for (const backend of this.#backends) this.#moveBackend(backend);
    // After the block, so that no payment is older than its address.
    this.#own.push(...added);
    return added;
  }

  calm(): void {
    this.#isCalm = true;
    this.mineCalm();
  }

  mineCalm(): void {
    this.chain.tip = this.chain.mine(this.chain.tip, [], this.nowMs);
    this.#highest = Math.max(this.#highest, this.chain.tip.number);
    for (const backend of this.#backends) backend.tip = this.chain.tip;
  }

  pick(): Backend {
    return this.#backends[this.#chance.below(3)] ?? { tip: this.chain.tip, missesLogsOf: () => false };
  }

  splits(): boolean {
    return !this.#isCalm && this.#chance.happens(0.25);
  }

  mayFail(): void {
    if (!this.#isCalm && this.#chance.happens(0.06))
      throw new Error('the node or the database does not answer');
  }

  /** What must have been found in the end. */
  truth() {
    const logs = new Set<string>();
    const values = new Set<string>();
    const blocks = new Set<string>();
    const received = new Map<string, bigint>(this.#own.map(({ address }) => [address, 0n]));
    for (const block of this.chain.canonical()) {
      blocks.add(block.hash);
      for (const { index, transfer } of this.chain.logsOf(block))
        if (transfer && transfer.token !== unknownToken && received.has(transfer.to))
          logs.add(`${block.hash} log:${index}`);
      for (const { hash, value, internal, isReverted } of block.transactions) {
        if (isReverted) continue;
        if (value && received.has(value.to)) values.add(`${block.hash} tx:${hash}`);
        for (const { to, units } of [...(value ? [value] : []), ...internal]) {
          const before = received.get(to);
          if (before !== undefined) received.set(to, before + units);
        }
      }
    }
    return { logs, values, blocks, received };
  }

  #newAddress(): Own {
    const number = this.#own.length + 1;
    return { address: `0x${number.toString(16).padStart(40, 'd')}`, native: this.#chance.happens(0.6) };
  }

  #anyAddress(): string {
    const own = this.#own[this.#chance.below(this.#own.length)];
    return own && this.#chance.happens(0.75) ? own.address : strangers;
  }

  #newTransaction(nonce = this.#nonce++, variant = ''): ModelTransaction {
    const chance = this.#chance;
    const sent = () => ({ to: this.#anyAddress(), units: BigInt(1 + chance.below(9)) });
    const kind = chance.below(10);
    const tokens = [usdc, usdc, usdc, stray, unknownToken];
    const transfers =
      kind < 5 || kind === 9
        ? [...Array(1 + chance.below(2))].map(() => ({ token: tokens[chance.below(5)] ?? usdc, ...sent() }))
        : [];
    return {
      hash: `0xe${(nonce * 16 + variant.length).toString(16).padStart(63, '0')}`,
      nonce,
      from: payer,
      transfers,
      value: kind === 5 || kind === 6 || kind === 9 ? sent() : null,
      isReverted: chance.happens(0.08),
      internal: kind === 7 || kind === 9 ? [sent()] : [],
      flushed: kind === 8 ? this.#own.filter(() => chance.happens(0.3)).map(({ address }) => address) : [],
    };
  }

  /** Includes most of the pool, in any order, and no transaction twice on one branch. */
  #mine(parent: ModelBlock): ModelBlock {
    const used = new Set<number>();
    for (let block: ModelBlock | null = parent, depth = 0; block && depth < 40; block = block.parent, depth++)
      for (const { nonce } of block.transactions) used.add(nonce);
    const included: ModelTransaction[] = [];
    const rest: ModelTransaction[] = [];
    for (const transaction of this.#pool) {
      if (used.has(transaction.nonce)) continue;
      if (this.#chance.happens(0.6)) {
        included.push(transaction);
        used.add(transaction.nonce);
      } else rest.push(transaction);
    }
    if (this.#chance.happens(0.5)) included.reverse();
    this.#pool = rest;
    return this.chain.mine(parent, included, this.nowMs);
  }

  /** Transactions of abandoned blocks come back, are replaced by others with the same nonce, or are lost. */
  #reorganise(): void {
    const chance = this.#chance;
    const limit = this.#isDeep && chance.happens(0.15) ? 2 * depth : maxReorganisation;
    const lowest = this.#isDeep ? 11 : Math.max(11, this.#highest - maxReorganisation);
    const length = Math.min(1 + chance.below(limit), this.chain.tip.number - lowest);
    if (length <= 0) {
      this.chain.tip = this.#mine(this.chain.tip);
      return;
    }
    this.reorganisations++;
    let base: ModelBlock = this.chain.tip;
    for (let block = 0; block < length && base.parent; block++) {
      for (const transaction of base.transactions) {
        if (chance.happens(0.6)) this.#pool.push(transaction);
        else if (chance.happens(0.5)) this.#pool.push(this.#newTransaction(transaction.nonce, 'r'));
      }
      base = base.parent;
    }
    for (let block = 0; block <= length; block++) base = this.#mine(base);
    this.chain.tip = base;
  }

  /** Follows the chain, lags behind it, or stays where it is, perhaps on an abandoned branch. */
  #moveBackend(backend: Backend): void {
    const kind = this.#chance.below(4);
    if (kind < 2) backend.tip = this.chain.tip;
    else if (kind === 2)
      backend.tip = ancestor(this.chain.tip, this.chain.tip.number - this.#chance.below(4)) ?? this.chain.tip;
  }

  /** Some blocks have no logs at a node at first. They have when the block is about to become final. */
  #missesLogs(block: ModelBlock, seed: number): boolean {
    if (this.#isCalm) return false;
    const mixed = Math.imul(Number.parseInt(block.hash.slice(-6), 16) + 1, 2654435761 + seed) >>> 0;
    const longest = this.#hidesLong ? 3 * depth : depth - 2;
    const missingFor = mixed % 5 === 0 ? 1 + ((mixed >>> 8) % longest) : 0;
    return this.#highest < block.number + missingFor;
  }
}

function finalityBy(chance: Chance): Finality {
  const kinds: Finality[] = [
    { depth, usesTag: false, largeFrom: {}, secondLookDepth: 2 },
    { depth: null, usesTag: true, largeFrom: {}, secondLookDepth: depth - 1 },
    { depth, usesTag: true, largeFrom: { USDC: 5n, ETH: 5n }, secondLookDepth: 2 },
  ];
  return kinds[chance.below(3)] ?? (kinds[0] as Finality);
}
