import type { Simulation } from '../../simulation.ts';
import { balanceOn, keptAt, type SolanaToken } from '../solana-balances.ts';
import { hotNow, solanaTokens, usdOf } from './hot-money.ts';

/** Nothing goes to another address, and no more than may. */
export async function checkCold({ world: { cold, database }, coldWatch }: Simulation): Promise<string[]> {
  const rows = await database.query<{ transfer_id: string; to_address: string }>(
    `select transfer_id, to_address from transfers where kind = 'cold'`,
  );
  const elsewhere = rows
    .filter(({ to_address }) => to_address !== cold?.wallet.address)
    .map(({ transfer_id, to_address }) => `cold: ${transfer_id} goes to ${to_address}`);
  return [...elsewhere, ...(coldWatch?.problems ?? [])];
}

/** A cent of a transfer is not worth another one. */
const leastUsd = 1_000_000n;

/** In the end nothing is hot that need not be, what is cold is at the cold address, and nobody went without it. */
export async function checkColdAtRest({ world }: Simulation): Promise<string[]> {
  const { cold, solana, database } = world;
  if (!cold || !solana) return [];
  const problems: string[] = [];
  const { spare, worth } = await hotNow(world, solana);
  const over = worth - BigInt(cold.maxUsd) * 1_000_000n;
  for (const token of solanaTokens) {
    const there = await balanceOn(solana, cold.wallet.address, token);
    const ours = keptAt(solana, cold.wallet.address, token);
    if (there < ours) problems.push(`cold: ${there} ${token} are there, and ${ours} went there`);
    const most = spare[token] > 0n ? usdOf(token, spare[token]) : 0n;
    if (over > leastUsd && most > leastUsd)
      problems.push(`cold: ${spare[token]} ${token} stay hot, which nobody waits for, of ${worth} in all`);
  }
  const unpaid = await database.query<{ transfer_id: string; kind: string }>(`
    select transfer_id, kind from transfers where chain = 'solana' and status = 'failed' and failure_reason = 'INSUFFICIENT_FUNDS'`);
  for (const { transfer_id, kind } of unpaid)
    problems.push(`cold: the ${kind} ${transfer_id} ended without money that the operator had`);
  return problems;
}

/** Whether nobody waits for money that the operator still has. */
export async function isColdSettled({ world }: Simulation): Promise<boolean> {
  const { cold, solana, database } = world;
  if (!cold || !solana) return true;
  const waiting = await database.query<{ token: SolanaToken }>(`
    select distinct token from transfers where chain = 'solana' and status = 'waiting' and problem = 'The treasury holds too little.'`);
  return waiting.every(({ token }) => keptAt(solana, cold.wallet.address, token) <= 0n);
}
