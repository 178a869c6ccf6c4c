import type { LookupAddress } from 'node:dns';

const minTtlMs = 5000;
const maxTtlMs = 300_000;
/** How long a failure is kept. */
const failureMs = 5000;
/** How long after its TTL an answer is still used while the name's servers do not respond. */
const staleMs = 3_600_000;
const maxNames = 10_000;

export interface Found {
  addresses: LookupAddress[];
  ttlMs: number;
}

interface Entry {
  addresses: LookupAddress[];
  error: Error | null;
  freshUntilMs: number;
  staleUntilMs: number;
}

/** Answers and failures by name. Names that were not used for the longest time are dropped first. */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The addresses of a name, undefined when it must be looked up. Throws a kept failure. */
  get(name: string): LookupAddress[] | undefined {
    const entry = this.#entries.get(name);
    if (!entry || entry.freshUntilMs <= this.#nowMs()) return undefined;
    this.#set(name, entry);
    if (entry.error) throw entry.error;
    return entry.addresses;
  }

  keep(name: string, { addresses, ttlMs }: Found): void {
    const freshUntilMs = this.#nowMs() + Math.min(maxTtlMs, Math.max(minTtlMs, ttlMs));
    this.#set(name, { addresses, error: null, freshUntilMs, staleUntilMs: freshUntilMs + staleMs });
  }

  /** The name does not exist. */
  keepAbsence(name: string, error: Error): void {
    const freshUntilMs = this.#nowMs() + failureMs;
    this.#set(name, { addresses: [], error, freshUntilMs, staleUntilMs: 0 });
  }

  /** The name's servers gave no answer. Returns the last answer if it is not too old, and uses it meanwhile. */
  keepFailure(name: string, error: Error): LookupAddress[] | undefined {
    const nowMs = this.#nowMs();
    const last = this.#entries.get(name);
    const stale = last && last.staleUntilMs > nowMs ? last : null;
    const freshUntilMs = nowMs + failureMs;
    this.#set(
      name,
      stale ? { ...stale, freshUntilMs } : { addresses: [], error, freshUntilMs, staleUntilMs: 0 },
    );
    return stale?.addresses;
  }

  #set(name: string, entry: Entry): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    if (this.#entries.size <= maxNames) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
