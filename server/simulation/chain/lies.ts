import { type FaultKind, lieKinds } from '../faults.ts';
import { type Address, copyOf, type ModelBlock, move, type PaymentTransaction } from './block.ts';
import type { ModelChain } from './model-chain.ts';
import { lower, transferLog } from './vault-model.ts';

export type LieKind = (typeof lieKinds)[number];

export const isLie = (kind: FaultKind): kind is LieKind => lieKinds.some((one) => one === kind);

/** From some seconds to some minutes. */
const lastsMs = [4000, 60_000, 180_000, 400_000];
/** In place of the true payer, or of the deposit address. */
const thief: Address = `0x${'bad0'.repeat(10)}`;
/** Worth more than 1,000 USD at any price of a history, from which on nodes of two hosts must show money. */
const quorumUnits = { usdc: 2_000_000_000n, eth: 10n ** 18n };
const inventedUnits = { usdc: 15_000_000_000n, eth: 5n * 10n ** 18n };

interface Lie {
  /** End of the URL of the node that tells it. */
  node: string;
  chain: ModelChain;
  untilMs: number;
  /** The block as the node shows it. */
  show: (block: ModelBlock) => ModelBlock;
}

/**
 * What one node of a chain says about money that needs a second one. It lies as well as one can under the true hashes of blocks: its
 * transactions, receipts, logs, balances, and what its headers commit to agree with each other.
 */
export class Lies {
  #all: Lie[] = [];
  /** Addresses that lies were about, with their chain: their money may have been found late, or in another order. */
  readonly #doubted = new Set<string>();
  /** Transactions whose blocks the operator has read again once the lies have ended. */
  readonly #unread = new Map<PaymentTransaction, ModelChain>();
  /** Always the same node: if both lie, nobody can know. */
  readonly #node: string;

  constructor(seed: number) {
    // The first one is read first.
    this.#node = Math.floor(seed / 4) % 3 === 2 ? '2' : '1';
  }

  /** Whether there is money that the lie could be about. */
  isPossible(kind: LieKind, chain: ModelChain, deposits: readonly Address[]): boolean {
    return kind === 'invents-transfer' ? deposits.length > 0 : aboutOf(kind, chain, deposits).length > 0;
  }

  start(
    kind: LieKind,
    chain: ModelChain,
    deposits: readonly Address[],
    number: number,
    nowMs: number,
  ): string {
    const candidates =
      kind === 'invents-transfer'
        ? deposits.slice(-2).map((to) => invented(chain, to, number))
        : aboutOf(kind, chain, deposits);
    const about = candidates[number % candidates.length];
    if (!about) return 'nothing to lie about';
    const lasts = lastsMs[Math.floor(number / 6) % lastsMs.length] ?? 0;
    const show = showing(kind, chain, about);
    this.#all.push({ node: this.#node, chain, untilMs: nowMs + lasts, show });
    this.#doubted.add(keyOf(chain, about.to));
    if (kind !== 'invents-transfer' && about.token !== null) this.#unread.set(about, chain);
    return `node ${this.#node} of ${chain.facts.id} ${kind} of ${about.units} ${about.token ?? 'ETH'} to ${about.to}, ${lasts} ms`;
  }

  /** Blocks as this node shows them. */
  shownBy(chain: ModelChain, url: string, nowMs: number): (block: ModelBlock) => ModelBlock {
    const told = this.#all.filter(
      (one) => one.chain === chain && nowMs < one.untilMs && new URL(url).host.endsWith(`-${one.node}`),
    );
    return (block) => told.reduce((shown, { show }) => show(shown), block);
  }

  isDoubted(chain: ModelChain, address: Address): boolean {
    return this.#doubted.has(keyOf(chain, address));
  }

  /** Transfers of tokens that a node may have hidden until their blocks were final. */
  get unread(): ReadonlyMap<PaymentTransaction, ModelChain> {
    return this.#unread;
  }

  wasRead(transaction: PaymentTransaction): void {
    this.#unread.delete(transaction);
  }

  end(): void {
    this.#all = [];
  }
}

const keyOf = ({ facts }: ModelChain, address: Address) => `${facts.id} ${lower(address)}`;

function isLarge({ facts }: ModelChain, { token, units }: PaymentTransaction): boolean {
  return token === null ? units >= quorumUnits.eth : token === facts.usdc && units >= quorumUnits.usdc;
}

/** Large payments that wait for a block, or are in one that is not finalized. */
function aboutOf(kind: LieKind, chain: ModelChain, deposits: readonly Address[]): PaymentTransaction[] {
  const all = [...chain.mempool];
  let block: ModelBlock | null = chain.tip;
  for (let left = chain.facts.finalizedAfter; block && left > 0; left--, block = block.parent)
    all.push(...block.transactions);
  return all.filter(
    (one): one is PaymentTransaction =>
      one.kind === 'payment' &&
      !one.isReverted &&
      deposits.includes(one.to) &&
      isLarge(chain, one) &&
      (kind !== 'multiplies-balance' || one.token === null),
  );
}

function invented(chain: ModelChain, to: Address, number: number): PaymentTransaction {
  const isUsdc = number % 4 < 2;
  return {
    kind: 'payment',
    hash: chain.hash(),
    from: thief,
    to,
    token: isUsdc ? chain.facts.usdc : null,
    units: isUsdc ? inventedUnits.usdc : inventedUnits.eth,
    isInternal: false,
    isReverted: false,
  };
}

/** Blocks as they are with the lie in them. Each is made once, as what was computed from it is kept by block. */
function showing(kind: LieKind, chain: ModelChain, about: PaymentTransaction): Lie['show'] {
  const since = chain.tip.number;
  const oldest = since - chain.facts.finalizedAfter;
  const made = new WeakMap<ModelBlock, ModelBlock>();
  const told = toldOf(kind, about);
  const isIn = (block: ModelBlock) =>
    kind === 'invents-transfer' ? block.number === since + 1 : has(block, about);
  /** Whether the money came by then. */
  const hasCome = (block: ModelBlock): boolean => {
    for (let one: ModelBlock | null = block; one && one.number > oldest; one = one.parent)
      if (isIn(one)) return true;
    return false;
  };
  return (block) => {
    const known = made.get(block);
    if (known) return known;
    const shown = hasCome(block)
      ? { ...(isIn(block) ? withTold(block, about, told) : block), state: stateWith(kind, block, about) }
      : block;
    made.set(block, shown);
    return shown;
  };
}

const has = ({ transactions }: ModelBlock, { hash }: PaymentTransaction) =>
  transactions.some((one) => one.hash === hash);

function toldOf(kind: LieKind, about: PaymentTransaction): PaymentTransaction {
  if (kind === 'changes-payer') return { ...about, from: thief };
  return kind === 'hides-transfer' ? { ...about, to: thief } : about;
}

/** A log stays at its place, or the numbers of those after it would be wrong. */
function withTold(block: ModelBlock, about: PaymentTransaction, told: PaymentTransaction): ModelBlock {
  const { token, from, to, units } = told;
  const log = token && transferLog(token, from, to, units);
  if (!has(block, about))
    return {
      ...block,
      transactions: [...block.transactions, told],
      logs: log ? [...block.logs, { ...log, transaction: told, index: block.logs.length }] : block.logs,
    };
  return {
    ...block,
    transactions: block.transactions.map((one) => (one.hash === about.hash ? told : one)),
    logs: block.logs.map((one) =>
      log && one.transaction.hash === about.hash ? { ...one, ...log, transaction: told } : one,
    ),
  };
}

function stateWith(
  kind: LieKind,
  { state }: ModelBlock,
  { token, to, units }: PaymentTransaction,
): ModelBlock['state'] {
  const more = {
    'invents-transfer': units,
    'multiplies-balance': units,
    'hides-transfer': -units,
    'changes-payer': 0n,
  };
  const changed = copyOf(state);
  move(changed, token, null, to, more[kind]);
  const held = changed.balances.get(token ?? '');
  // Swept meanwhile.
  if ((held?.get(to) ?? 0n) < 0n) held?.set(to, 0n);
  return changed;
}
