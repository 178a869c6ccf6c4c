import type { Clock } from '../../lib/clock.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { ChainAdapter } from '../adapter.ts';
import { createEvmAdapter } from './evm-adapter.ts';
import { takeAddress } from './solana-pool.ts';

/** Solana as its watcher has stored it, which is in the same tables as EVM chains. Only its addresses differ. */
export function createSolanaAdapter(sql: Sql, clock: Clock): ChainAdapter {
  return {
    ...createEvmAdapter(sql, clock, 'solana', ''),
    depositAddress: (paymentId) => takeAddress(sql, clock, paymentId),
  };
}
