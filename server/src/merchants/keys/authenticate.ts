import type { KeyCaller } from '../../lib/caller.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Db } from '../../platform/db/client.ts';
import { selectKeyCaller } from '../store.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';

/** Cached this long, revocation and suspension take effect within a second in every process. */
const maxAgeMs = 500;
const maxKeys = 10_000;

interface Entry {
  askedAtMs: number;
  caller: KeyCaller | undefined | Promise<KeyCaller | undefined>;
}

/** Returns the caller synchronously if cached, and undefined for an unknown key. */
export type Authenticate = (
  key: string,
  beforeLookup?: () => Promise<void>,
) => KeyCaller | undefined | Promise<KeyCaller | undefined>;

/**
 * Looks up the caller of a key, with a cache. Concurrent requests share one query, and a busy key costs two queries a
 * second instead of one per request. Age counts from the start of the query, so a slow result is not cached longer.
 */
export function createAuthenticate(db: Db, clock: Clock, used: (keyId: string) => void): Authenticate {
  const entries = new Map<string, Entry>();
  /** Keys that exist. `beforeLookup` limits made-up keys, and must not get in the way of these. */
  const existing = new Set<string>();
  const lookUp = async (key: string, beforeLookup?: () => Promise<void>) => {
    if (!existing.has(key)) await beforeLookup?.();
    const found = await selectKeyCaller(db, hashKey(key));
    if (existing.size >= maxKeys) existing.clear();
    if (found) existing.add(key);
    return found;
  };
  return (key, beforeLookup) => {
    const nowMs = clock.nowMs();
    const known = entries.get(key);
    if (known && Math.abs(nowMs - known.askedAtMs) < maxAgeMs) return known.caller;
    if (!isWellFormedKey(key)) return undefined;
    if (entries.size >= maxKeys) entries.clear();
    const caller = lookUp(key, beforeLookup);
    const entry: Entry = { askedAtMs: nowMs, caller };
    entries.set(key, entry);
    caller.then(
      (found) => {
        entry.caller = found;
        // Once per lookup instead of once per request is enough for `last_used_at`.
        if (found && !found.revoked) used(found.key_id);
      },
      () => entries.delete(key),
    );
    return caller;
  };
}
