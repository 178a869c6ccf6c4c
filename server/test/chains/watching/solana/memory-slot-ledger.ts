import type { HeldCursor, WatchedRow } from '../../../../src/chains/watching/ledger-port.ts';
import type {
  HistoryMark,
  KnownMovement,
  NewMovement,
  SlotLedger,
  UnfinalArrival,
} from '../../../../src/chains/watching/solana/slot-ledger-port.ts';

export interface MemoryArrival extends NewMovement {
  arrivalId: string;
  state: 'seen' | 'final' | 'gone';
}

/** What watching Solana keeps, in memory. */
export class MemorySlotTables {
  readonly watched: WatchedRow[] = [];
  readonly arrivals = new Map<string, MemoryArrival>();
  readonly departures = new Map<string, NewMovement>();
  readonly marks = new Map<string, HistoryMark>();
  at: HeldCursor['at'] = null;
  finalizedSlot = 0;
  commits = 0;
  #fence = 0n;
  #version = 0n;
  #holder: string | null = null;

  /** Another worker may take the chain, though the one that has it goes on. */
  endLease(): void {
    this.#holder = null;
  }

  ledger(holder: string): SlotLedger {
    return {
      take: async () => {
        if (this.#holder !== null && this.#holder !== holder) return null;
        if (this.#holder !== holder) this.#fence++;
        this.#holder = holder;
        return {
          chain: 'solana',
          fence: this.#fence,
          version: this.#version,
          at: this.at,
          finalNumber: this.finalizedSlot,
          finalizedNumber: this.finalizedSlot,
          haltedReason: null,
        };
      },
      watchedSince: async (mark) => ({
        rows: this.watched.slice(Number(mark ?? 0)),
        mark: String(this.watched.length),
      }),
      expectedAt: async (addresses) => this.#expected(new Set(addresses)),
      knownAt: async (address) => this.#known(address),
      marksOf: async () => this.marks,
      unfinal: async () => [...this.arrivals.values()].filter(({ state }) => state === 'seen').map(toUnfinal),
      commit: async (held, writes) => {
        if (held.fence !== this.#fence || held.version !== this.#version) return false;
        this.#version++;
        this.commits++;
        this.at = writes.at;
        this.finalizedSlot = writes.finalizedSlot;
        for (const one of this.arrivals.values()) {
          if (one.state !== 'seen') continue;
          if (writes.gone.includes(one.arrivalId)) one.state = 'gone';
          if (writes.final.includes(one.arrivalId)) one.state = 'final';
        }
        for (const [account, mark] of writes.marks)
          if (mark === null) this.marks.delete(account);
          else this.marks.set(account, mark);
        for (const movement of writes.arrivals) this.#add(movement);
        for (const movement of writes.departures) this.departures.set(keyOf(movement), movement);
        return true;
      },
    };
  }

  #add(movement: NewMovement): void {
    const key = keyOf(movement);
    const known = this.arrivals.get(key);
    if (known?.state === 'gone') known.state = 'seen';
    if (!known) this.arrivals.set(key, { ...movement, arrivalId: key, state: 'seen' });
  }

  #expected(addresses: ReadonlySet<string>): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    const count = ({ address, account, units }: NewMovement, sign: bigint) => {
      if (addresses.has(address)) sums.set(account, (sums.get(account) ?? 0n) + sign * units);
    };
    for (const one of this.arrivals.values()) if (one.state !== 'gone') count(one, 1n);
    for (const one of this.departures.values()) count(one, -1n);
    return sums;
  }

  #known(address: string): KnownMovement[] {
    const known: KnownMovement[] = [];
    for (const one of this.arrivals.values())
      if (one.address === address && one.state !== 'gone')
        known.push({ ...one, unfinal: one.state === 'seen' ? toUnfinal(one) : null });
    for (const one of this.departures.values())
      if (one.address === address) known.push({ ...one, unfinal: null });
    return known;
  }
}

function keyOf({ account, signature, slot }: NewMovement): string {
  return `${account} ${signature} ${slot}`;
}

function toUnfinal({ arrivalId, address, account, units, signature, slot }: MemoryArrival): UnfinalArrival {
  return { arrivalId, address, account, units, signature, slot };
}
