import type { Header } from '../rpc/answers.ts';
import type { BlockRef, HeldCursor } from './ledger-port.ts';
import type { Finality } from './live-chain.ts';

/** The decisions of a step. Pure. Simulations replace one of them to show that it is needed. */
export interface WatchRules {
  /** The longest run of blocks that follow the cursor, each linked to the one before by its parent's hash. */
  linked<B extends Header>(cursor: BlockRef, blocks: readonly B[]): B[];
  /** Whether the node's block at the cursor's number is the cursor's. */
  isOurs(cursor: BlockRef, own: Header): boolean;
  /** The newest block that may become final now. Only verified blocks confirm, never a head that a node reports. */
  finalTarget(finality: Finality, verified: number, finalized: number): number;
  /** Whether headers must show that no log is missing. */
  readonly showsLogs: boolean;
  /** Whether logs are read again before their block becomes final. */
  readonly looksTwice: boolean;
}

export const watchRules: WatchRules = {
  linked(cursor, blocks) {
    let before: { number: number; hash: string } = cursor;
    const run: (typeof blocks)[number][] = [];
    for (const block of blocks) {
      if (block.parentHash !== before.hash || block.number !== before.number + 1) break;
      run.push(block);
      before = block;
    }
    return run;
  },
  isOurs: (cursor, own) => own.hash === cursor.hash,
  finalTarget(finality, verified, finalized) {
    const byDepth = finality.depth === null ? -1 : verified - finality.depth + 1;
    const reached = Math.max(byDepth, finality.usesTag ? finalized : -1);
    return Math.min(reached, verified - finality.secondLookDepth);
  },
  showsLogs: true,
  looksTwice: true,
};

/** The newest of our blocks that the node has too; null when none of these is. */
export function forkPoint(ours: readonly BlockRef[], theirs: readonly Header[]): BlockRef | null {
  const hashes = new Map(theirs.map((header) => [header.number, header.hash]));
  return ours.findLast((block) => hashes.get(block.number) === block.hash) ?? null;
}

/**
 * The finalized block, if it is one of ours. One beyond the cursor is verified when the cursor gets there; a lower one
 * than before comes from a lagging node.
 */
export function verifiedFinalized(
  held: Pick<HeldCursor, 'finalizedNumber'>,
  reported: Header | null,
  ours: readonly BlockRef[],
): number {
  if (!reported || reported.number <= held.finalizedNumber) return held.finalizedNumber;
  const known = ours.some(({ number, hash }) => number === reported.number && hash === reported.hash);
  return known ? reported.number : held.finalizedNumber;
}
