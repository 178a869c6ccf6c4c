/** Lower-case addresses everywhere: as nodes answer them. */
export type Address = `0x${string}`;

/** Money that somebody outside sends or a call that they make, or a transaction that the service signed. */
export type ModelTransaction = PaymentTransaction | SignedTransaction | CallTransaction;

export interface PaymentTransaction {
  kind: 'payment';
  hash: `0x${string}`;
  from: Address;
  to: Address;
  /** The contract; null for native money. */
  token: Address | null;
  units: bigint;
  /** Sent by a contract: neither a log nor a value shows it. */
  isInternal: boolean;
  isReverted: boolean;
}

export interface SignedTransaction {
  kind: 'signed';
  hash: `0x${string}`;
  from: Address;
  nonce: number;
  to: Address;
  data: `0x${string}`;
  value: bigint;
  maxFee: bigint;
  tip: bigint;
}

/** Somebody outside calls a token. */
interface CallTransaction {
  kind: 'call';
  hash: `0x${string}`;
  from: Address;
  to: Address;
  data: `0x${string}`;
}

export interface ModelLog {
  address: Address;
  topics: `0x${string}`[];
  data: `0x${string}`;
  transaction: ModelTransaction;
  index: number;
}

/** The state after a block. Never changed once the block is made. */
export interface State {
  /** By token, then by holder. The native token is ''. */
  balances: Map<string, Map<Address, bigint>>;
  counts: Map<Address, number>;
  /** Ids that the vault has paid. */
  paid: Set<string>;
  /** Authorizations that were carried out or cancelled. */
  used: Set<string>;
}

export interface ModelBlock {
  number: number;
  hash: `0x${string}`;
  parent: ModelBlock | null;
  timeMs: number;
  baseFee: bigint;
  transactions: ModelTransaction[];
  failed: Set<ModelTransaction>;
  logs: ModelLog[];
  state: State;
}

export const emptyState = (): State => ({
  balances: new Map(),
  counts: new Map(),
  paid: new Set(),
  used: new Set(),
});

export function copyOf({ balances, counts, paid, used }: State): State {
  return {
    balances: new Map([...balances].map(([token, held]) => [token, new Map(held)])),
    counts: new Map(counts),
    paid: new Set(paid),
    used: new Set(used),
  };
}

export function balanceOf(state: State, token: Address | null, holder: Address): bigint {
  return state.balances.get(token ?? '')?.get(holder) ?? 0n;
}

export function move(
  state: State,
  token: Address | null,
  from: Address | null,
  to: Address,
  units: bigint,
): void {
  const held = state.balances.get(token ?? '') ?? new Map<Address, bigint>();
  state.balances.set(token ?? '', held);
  if (from) held.set(from, (held.get(from) ?? 0n) - units);
  held.set(to, (held.get(to) ?? 0n) + units);
}

/** The block with this number below `tip`. */
export function ancestor(tip: ModelBlock, number: number): ModelBlock | null {
  if (number > tip.number || number < 0) return null;
  let block: ModelBlock = tip;
  while (block.number > number && block.parent) block = block.parent;
  return block;
}

/** The blocks of a branch, oldest first. */
export function canonical(tip: ModelBlock): ModelBlock[] {
  const blocks: ModelBlock[] = [];
  for (let block: ModelBlock | null = tip; block; block = block.parent) blocks.push(block);
  return blocks.reverse();
}
