import { minuteMs } from '../../lib/durations.ts';
import type { ChainState } from './chain-schema.ts';
import type { ChainRow } from './chain-store.ts';

/** A chain that is read every few seconds is behind after this long. */
const behindAfterMs = minuteMs;
/** Nodes are asked every half minute at least. */
const silentAfterMs = 2 * minuteMs;

type Read = Pick<ChainRow, 'halted_at' | 'answered_at' | 'is_watched' | 'block_time'>;

/** `isOff`: workers found a problem, or none has looked. */
export function chainState(row: Read, isOff: boolean, nowMs: number): ChainState {
  if (row.halted_at) return 'halted';
  if (isOff) return 'off';
  if (!row.answered_at || nowMs - row.answered_at.getTime() > silentAfterMs) return 'silent';
  if (!row.is_watched) return 'idle';
  return lagMs(row, nowMs) > behindAfterMs ? 'behind' : 'working';
}

/** How old the block is up to which the chain was read. */
export function lagMs({ block_time }: Pick<ChainRow, 'block_time'>, nowMs: number): number {
  return block_time ? Math.max(0, nowMs - block_time.getTime()) : Number.POSITIVE_INFINITY;
}
