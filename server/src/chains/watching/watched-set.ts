import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';
import { type BloomBits, BloomIndex, bitsOf } from '../evm/bloom.ts';
import { toTopic } from '../rpc/hex.ts';
import type { Watched } from './evm/arrivals-in-block.ts';
import type { WatchedRow, WatchLedger } from './ledger-port.ts';
import type { LiveChain } from './live-chain.ts';

/** Addresses are watched for this long after they close. */
const watchAfterCloseMs = 90 * dayMs;
/** Native money that comes a little late still gets its payer's name, which only full blocks tell. */
const nativeAfterCloseMs = dayMs;
/** Rereads everything now and then, which drops addresses whose time is over. */
const reloadEveryMs = hourMs;
/** Addresses examined for a look in one step, so that a step costs the same with 1,000 and 100,000. */
const maxExamined = 2000;
const maxLookEveryMs = 6 * hourMs;

interface Entry extends WatchedRow {
  /** Its place in the index of blooms. */
  place: number;
  nextLookMs: number;
}

/** The addresses of one chain, in memory. Each refresh reads only what was registered since the last one. */
export interface WatchedSet extends Watched {
  refresh(): Promise<void>;
  /** Whether native money is expected, so that full blocks are read. */
  expectsNative(): boolean;
  earliestRegistration(): Date | null;
  /** Addresses whose balance is to be read now. */
  dueLooks(limit: number): string[];
  /** Plans the next looks. */
  looked(addresses: readonly string[]): void;
}

export function createWatchedSet(
  chain: Pick<LiveChain, 'id'>,
  ledger: Pick<WatchLedger, 'watchedSince'>,
  nowMs: () => number,
): WatchedSet {
  let entries = new Map<string, Entry>();
  let blooms = new BloomIndex();
  let mark: string | null = null;
  let loadedMs = 0;
  /** Native money is expected at the first ones; the others are looked at when their time comes. */
  let rings = { expected: new Ring(), others: new Ring() };

  function put(row: WatchedRow, bitsBefore: (lower: string) => BloomBits | undefined): void {
    const lower = row.address.toLowerCase();
    const known = entries.get(lower);
    if (row.watchUntil.getTime() <= nowMs()) return;
    const entry = known ?? { ...row, place: 0, nextLookMs: 0 };
    const wasExpected = known !== undefined && isExpected(known, nowMs());
    Object.assign(entry, row);
    if (!known) {
      // Before the entry is added: `bitsBefore` may search these entries by address, and would find it at place 0.
      entry.place = blooms.add(bitsBefore(lower) ?? bitsOf(toTopic(lower)));
      entries.set(lower, entry);
    }
    if (isExpected(entry, nowMs())) {
      if (!wasExpected) {
        rings.expected.add(entry);
        // Its next look was planned while no native money was expected.
        entry.nextLookMs = 0;
      }
    } else if (!known) rings.others.add(entry);
  }

  return {
    get size() {
      return entries.size;
    },
    find: (lower) => entries.get(lower)?.address,
    all: () => entries.keys(),
    mayBeIn: (bloom) => blooms.mayHave(bloom),
    async refresh() {
      const before = { entries, blooms };
      const bitsBefore = (lower: string) => {
        const place = before.entries.get(lower)?.place;
        return place === undefined ? undefined : before.blooms.bitsAt(place);
      };
      const isStale = nowMs() - loadedMs > reloadEveryMs;
      const changed = await ledger.watchedSince(chain.id, isStale ? null : mark);
      if (isStale) {
        entries = new Map();
        blooms = new BloomIndex();
        rings = { expected: new Ring(), others: new Ring() };
        loadedMs = nowMs();
      }
      mark = changed.mark;
      for (const row of changed.rows) put(row, bitsBefore);
    },
    expectsNative: () => rings.expected.size > 0,
    earliestRegistration() {
      let earliest: Date | null = null;
      for (const { registeredAt } of entries.values())
        if (!earliest || registeredAt < earliest) earliest = registeredAt;
      return earliest;
    },
    dueLooks(limit) {
      const now = nowMs();
      const due = rings.expected.take(limit, (entry) => {
        if (!isExpected(entry, now)) {
          rings.others.add(entry);
          return 'drop';
        }
        return entry.nextLookMs <= now ? 'take' : 'keep';
      });
      const rest = rings.others.take(limit - due.length, (entry) =>
        entry.watchUntil.getTime() <= now ? 'drop' : entry.nextLookMs <= now ? 'take' : 'keep',
      );
      return [...new Set([...due, ...rest])];
    },
    looked(addresses) {
      for (const address of addresses) {
        const entry = entries.get(address.toLowerCase());
        if (entry) entry.nextLookMs = nowMs() + lookEveryMs(entry, nowMs());
      }
    },
  };
}

function isExpected({ native, watchUntil }: WatchedRow, nowMs: number): boolean {
  return native && nowMs < watchUntil.getTime() - watchAfterCloseMs + nativeAfterCloseMs;
}

/** Every block while native money is expected, then ever more slowly. */
export function lookEveryMs({ native, watchUntil }: WatchedRow, nowMs: number): number {
  const closedForMs = nowMs - (watchUntil.getTime() - watchAfterCloseMs);
  if (native && closedForMs < 0) return 0;
  return Math.min(maxLookEveryMs, Math.max(minuteMs, closedForMs / 20));
}

/** Visits its entries in turn. */
class Ring {
  readonly #entries: Entry[] = [];
  #next = 0;

  get size(): number {
    return this.#entries.length;
  }
  add(entry: Entry): void {
    this.#entries.push(entry);
  }
  take(limit: number, judge: (entry: Entry) => 'take' | 'keep' | 'drop'): string[] {
    const taken: string[] = [];
    const visits = Math.min(this.#entries.length, maxExamined);
    for (let visit = 0; visit < visits && taken.length < limit; visit++) {
      if (this.#next >= this.#entries.length) this.#next = 0;
      const entry = this.#entries[this.#next];
      if (!entry) break;
      const verdict = judge(entry);
      if (verdict === 'take') taken.push(entry.address);
      if (verdict === 'drop') this.#drop(this.#next);
      else this.#next++;
    }
    return taken;
  }
  #drop(index: number): void {
    const last = this.#entries.pop();
    if (last && index < this.#entries.length) this.#entries[index] = last;
  }
}
