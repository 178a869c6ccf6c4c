import type { Clock } from '../../lib/clock.ts';
import { type BackgroundWriter, createBackgroundWriter } from '../../platform/db/background-writer.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Log } from '../../platform/log.ts';
import { updateKeysUsed } from './key-store.ts';

/** Precision of `last_used_at`. */
const resolutionMs = 60_000;
const writeEveryMs = 200;
const maxKeys = 10_000;

export interface KeyUse {
  note(keyId: string): void;
  flush: BackgroundWriter<unknown>['flush'];
}

/** Records when keys were last used: in the background, at most once a minute per key. */
export function createKeyUse(db: Db, clock: Clock, log: Log): KeyUse {
  const notedAtMs = new Map<string, number>();
  const writer = createBackgroundWriter<string>({
    write: (keyIds) => updateKeysUsed(db, keyIds, clock.now(), new Date(clock.nowMs() - resolutionMs)),
    maxRows: maxKeys,
    everyMs: writeEveryMs,
    onError: (error) => log.debug({ err: error }, 'recording key use failed'),
  });
  return {
    note(keyId) {
      const nowMs = clock.nowMs();
      if (nowMs - (notedAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < resolutionMs) return;
      if (notedAtMs.size >= maxKeys) notedAtMs.clear();
      notedAtMs.set(keyId, nowMs);
      writer.add(() => keyId);
    },
    flush: writer.flush,
  };
}
