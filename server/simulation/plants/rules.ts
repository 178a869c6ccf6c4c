import { watchRules } from '../../src/chains/watching/rules.ts';
import { slotRules } from '../../src/chains/watching/solana/solana-watcher.ts';
import { solanaRules } from '../../src/treasury/transfers/solana/solana-sender.ts';
import type { Plant } from './plant.ts';

/** Replaces rules of watching and sending until the returned function is called. */
export function underRules(planted: Partial<Plant>): () => void {
  const all = [
    [watchRules, planted.rules],
    [slotRules, planted.slotRules],
    [solanaRules, planted.solanaRules],
  ] as const;
  const before = all.map(([rules]) => ({ ...rules }));
  for (const [rules, changed] of all) Object.assign(rules, changed);
  return () => all.forEach(([rules], index) => void Object.assign(rules, before[index]));
}
