import type { Clock } from '../../../lib/clock.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { ChainAdapter } from '../../adapter.ts';
import { takeAddress } from './solana-pool.ts';

export function createSolanaAdapter(sql: Sql, clock: Clock): ChainAdapter {
  return { chain: 'solana', depositAddress: (paymentId) => takeAddress(sql, clock, paymentId) };
}
