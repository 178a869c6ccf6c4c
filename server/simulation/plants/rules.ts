import { type WatchRules, watchRules } from '../../src/watching/rules.ts';

/** Replaces rules of watching until the returned function is called. */
export function underRules(planted: Partial<WatchRules> = {}): () => void {
  const before = { ...watchRules };
  Object.assign(watchRules, planted);
  return () => Object.assign(watchRules, before);
}
