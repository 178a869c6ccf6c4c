import type { KeyCaller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { selectKeyCaller } from './store.ts';

/** Revocation and suspension take effect within a second in every process: answers are believed half as long. */
const maxAgeMs = 500;
const maxKeys = 10_000;

interface Entry {
  askedAtMs: number;
  caller: KeyCaller | undefined | Promise<KeyCaller | undefined>;
}

/** The caller at once when the key was asked about a moment ago; undefined when nobody holds it. */
export type Authenticate = (key: string) => KeyCaller | undefined | Promise<KeyCaller | undefined>;

/**
 * Who holds a key. Concurrent requests share one look-up, and a busy key costs two small queries a second rather than
 * one per request. Ages are measured from when the question was asked, so a slow answer is not believed longer.
 */
export function createAuthenticate(db: Db, clock: Clock, used: (keyId: string) => void): Authenticate {
  const entries = new Map<string, Entry>();
  return (key) => {
    const nowMs = clock.nowMs();
    const known = entries.get(key);
    if (known && Math.abs(nowMs - known.askedAtMs) < maxAgeMs) return known.caller;
    if (!isWellFormedKey(key)) return undefined;
    if (entries.size >= maxKeys) entries.clear();
    const caller = selectKeyCaller(db, hashKey(key));
    const entry: Entry = { askedAtMs: nowMs, caller };
    entries.set(key, entry);
    caller.then(
      (found) => {
        entry.caller = found;
        // Here and not with every request: a key in use is asked about again soon enough.
        if (found && !found.revoked) used(found.key_id);
      },
      () => entries.delete(key),
    );
    return caller;
  };
}
