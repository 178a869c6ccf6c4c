import type { Caller } from '../../../lib/caller.ts';

/** The part of what is approved that says who asked: a key that is revoked meanwhile gets nothing done. */
export function askedBy(caller: Caller): { key_id: string } | Record<string, never> {
  return caller.kind === 'session' ? {} : { key_id: caller.key_id };
}
