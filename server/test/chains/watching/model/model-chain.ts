/** A chain as a tree of blocks, with what each node behind its address shows of it. */
export interface ModelBlock {
  number: number;
  hash: string;
  parent: ModelBlock | null;
  timeMs: number;
  transactions: ModelTransaction[];
  /** Native balances after the block. */
  balances: ReadonlyMap<string, bigint>;
}

export interface ModelTransaction {
  hash: string;
  nonce: number;
  from: string;
  /** Tokens moved, each one a log. */
  transfers: { token: string; to: string; units: bigint }[];
  /** The value it carries. */
  value: { to: string; units: bigint } | null;
  isReverted: boolean;
  /** Native money that its contracts send. */
  internal: { to: string; units: bigint }[];
  /** Addresses that it empties into the vault. */
  flushed: string[];
}

export interface ModelLog {
  index: number;
  transaction: ModelTransaction;
  transfer: { token: string; to: string; units: bigint } | null;
  flush: { address: string; units: bigint } | null;
}

export class ModelChain {
  tip: ModelBlock;
  #blocks = 0;
  readonly #logs = new Map<ModelBlock, ModelLog[]>();

  constructor(timeMs: number) {
    this.tip = this.#make(null, [], timeMs);
  }

  mine(parent: ModelBlock, transactions: ModelTransaction[], timeMs: number): ModelBlock {
    return this.#make(parent, transactions, timeMs);
  }

  #make(parent: ModelBlock | null, transactions: ModelTransaction[], timeMs: number): ModelBlock {
    const balances = new Map(parent?.balances);
    const logs: ModelLog[] = [];
    const add = ({ to, units }: { to: string; units: bigint }) =>
      balances.set(to, (balances.get(to) ?? 0n) + units);
    for (const transaction of transactions) {
      if (transaction.isReverted) continue;
      const log = (what: Pick<ModelLog, 'transfer' | 'flush'>) =>
        logs.push({ index: logs.length, transaction, ...what });
      for (const transfer of transaction.transfers) log({ transfer, flush: null });
      if (transaction.value) add(transaction.value);
      for (const sent of transaction.internal) add(sent);
      for (const address of transaction.flushed) {
        log({ transfer: null, flush: { address, units: balances.get(address) ?? 0n } });
        balances.set(address, 0n);
      }
    }
    const number = parent ? parent.number + 1 : 0;
    const hash = `0xb${(++this.#blocks).toString(16).padStart(63, '0')}`;
    const block = { number, hash, parent, timeMs, transactions, balances };
    this.#logs.set(block, logs);
    return block;
  }

  logsOf(block: ModelBlock): ModelLog[] {
    return this.#logs.get(block) ?? [];
  }

  canonical(): ModelBlock[] {
    return branch(this.tip);
  }
}

export function branch(tip: ModelBlock): ModelBlock[] {
  const blocks: ModelBlock[] = [];
  for (let block: ModelBlock | null = tip; block; block = block.parent) blocks.push(block);
  return blocks.reverse();
}

/** The block with this number below `tip`. */
export function ancestor(tip: ModelBlock, number: number): ModelBlock | null {
  if (number > tip.number) return null;
  let block: ModelBlock = tip;
  while (block.number > number && block.parent) block = block.parent;
  return block;
}
