import { type WatchRules, watchRules } from '../../src/chains/watching/rules.ts';
import { slotRules } from '../../src/chains/watching/solana/solana-watcher.ts';
import { solanaRules } from '../../src/treasury/transfers/solana/solana-sender.ts';
import { smallConfirmations } from '../operator.ts';
import type { World } from '../world.ts';

const { finalTarget } = watchRules;

const finalByDepth: Partial<WatchRules> = {
  finalTarget: (finality, verified, finalized) =>
    finalTarget(
      finality.usesTag ? { ...finality, depth: smallConfirmations } : finality,
      verified,
      finalized,
    ),
};

/**
 * Replaces rules of watching and sending until the returned function is called: by the planted bug, and where large money alone
 * waits for the `finalized` tag by a depth that a history reaches.
 */
export function underRules({ plant: planted, hasLarge }: World): () => void {
  const all = [
    [watchRules, { ...(hasLarge ? finalByDepth : {}), ...planted.rules }],
    [slotRules, planted.slotRules],
    [solanaRules, planted.solanaRules],
  ] as const;
  const before = all.map(([rules]) => ({ ...rules }));
  for (const [rules, changed] of all) Object.assign(rules, changed);
  return () => all.forEach(([rules], index) => void Object.assign(rules, before[index]));
}
