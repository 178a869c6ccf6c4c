import type { ArrivalState } from '../../../../src/chains/adapter.ts';
import type {
  BlockRef,
  HeldCursor,
  NewArrival,
  NewDeparture,
  WatchedRow,
  WatchLedger,
  Writes,
} from '../../../../src/chains/watching/ledger-port.ts';

export interface StoredArrival extends NewArrival {
  state: ArrivalState;
}

const leaseMs = 60_000;

/** The tables of watching in memory, with the same guards: lease, fence, version. One chain. */
export class MemoryTables {
  at: BlockRef | null = null;
  finalNumber = 0;
  finalizedNumber = 0;
  haltReason: string | null = null;
  readonly blocks = new Map<number, BlockRef>();
  readonly arrivals = new Map<string, StoredArrival>();
  readonly departures = new Map<string, NewDeparture & { gone: boolean }>();
  readonly watched: WatchedRow[] = [];
  /** Keys of arrivals that were ever final. */
  readonly everFinal = new Set<string>();
  #version = 0n;
  #fence = 0n;
  #lease = { holder: '', untilMs: 0 };
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  ledger(holder: string): WatchLedger {
    return {
      take: async (chain) => {
        const isHeld = this.#lease.untilMs > this.#nowMs();
        if (isHeld && this.#lease.holder !== holder) return null;
        if (!isHeld || this.#lease.holder !== holder) this.#fence++;
        this.#lease = { holder, untilMs: this.#nowMs() + leaseMs };
        const { at, finalNumber, finalizedNumber, haltReason: haltedReason } = this;
        const { fence, version } = { fence: this.#fence, version: this.#version };
        return { chain, fence, version, at, finalNumber, finalizedNumber, haltedReason };
      },
      blocksBetween: async (_chain, from, to) => {
        const found: BlockRef[] = [];
        for (let number = from; number <= to; number++) found.push(...one(this.blocks.get(number)));
        return found;
      },
      watchedSince: async (_chain, mark) => ({
        rows: this.watched.slice(Number(mark ?? 0)),
        mark: String(this.watched.length),
      }),
      nativeAt: async (_chain, addresses) => this.#nativeAt(addresses),
      nativeHashes: async (_chain, address) =>
        [...this.arrivals.values()].flatMap((row) =>
          row.kind !== 'log' && row.address === address && row.txHash !== null ? [row.txHash] : [],
        ),
      hasUnfinal: async () => [...this.arrivals.values()].some(({ state }) => state === 'seen'),
      commit: async (held, writes) => this.#commit(held, writes),
    };
  }

  #nativeAt(addresses: readonly string[]): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    const add = (address: string, units: bigint) => {
      if (addresses.includes(address)) sums.set(address, (sums.get(address) ?? 0n) + units);
    };
    for (const row of this.arrivals.values())
      if (row.kind !== 'log' && row.state !== 'gone') add(row.address, row.units);
    for (const row of this.departures.values()) if (!row.gone) add(row.address, -row.units);
    return sums;
  }

  #commit(held: HeldCursor, writes: Writes): boolean {
    const isHeld = this.#lease.untilMs > this.#nowMs() && held.fence === this.#fence;
    if (!isHeld || held.version !== this.#version || this.haltReason !== null) return false;
    this.#version++;
    this.at = writes.at;
    this.finalNumber = writes.finalNumber;
    this.finalizedNumber = writes.finalizedNumber;
    this.haltReason = writes.haltReason;
    if (writes.restart) this.blocks.clear();
    const { abandonedAbove } = writes;
    for (const number of this.blocks.keys())
      if (number < writes.finalNumber || (abandonedAbove !== null && number > abandonedAbove))
        this.blocks.delete(number);
    for (const block of writes.newBlocks) this.blocks.set(block.number, block);
    if (abandonedAbove !== null) {
      for (const row of this.arrivals.values())
        if (row.block.number > abandonedAbove && row.state === 'seen') row.state = 'gone';
      for (const row of this.departures.values()) if (row.block.number > abandonedAbove) row.gone = true;
    }
    for (const row of writes.arrivals) {
      const key = `${row.block.hash} ${row.identity}`;
      const known = this.arrivals.get(key);
      if (!known || known.state === 'gone') this.arrivals.set(key, { ...row, state: 'seen' });
    }
    for (const row of writes.departures)
      this.departures.set(`${row.block.hash} ${row.identity}`, { ...row, gone: false });
    for (const [key, row] of this.arrivals) {
      if (row.state !== 'seen' || row.block.number > writes.finalNumber) continue;
      if (row.waitsForFinalized && row.block.number > writes.finalizedNumber) continue;
      row.state = 'final';
      this.everFinal.add(key);
    }
    return true;
  }
}

function one<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
