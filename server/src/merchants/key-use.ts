import type { Clock } from '../clock.ts';
import { type BackgroundWriter, createBackgroundWriter } from '../db/background-writer.ts';
import type { Db } from '../db/client.ts';
import type { Log } from '../log.ts';
import { updateKeysUsed } from './key-store.ts';

/** How exact "last used" is. */
const resolutionMs = 60_000;
const writeEveryMs = 200;
const maxKeys = 10_000;

export interface KeyUse {
  note(keyId: string): void;
  flush: BackgroundWriter<unknown>['flush'];
}

/** When keys were last used, written in the background and at most once a minute for each. */
export function createKeyUse(db: Db, clock: Clock, log: Log): KeyUse {
  const notedAtMs = new Map<string, number>();
  const writer = createBackgroundWriter<string>({
    write: (keyIds) => updateKeysUsed(db, keyIds, clock.now(), new Date(clock.nowMs() - resolutionMs)),
    maxRows: maxKeys,
    everyMs: writeEveryMs,
    onError: (error) => log.debug({ err: error }, 'use of keys not noted'),
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
