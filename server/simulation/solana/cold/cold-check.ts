import type { Simulation } from '../../simulation.ts';
import type { World } from '../../world.ts';
import type { ModelSolana } from '../model-solana.ts';
import { balanceOn, keptAt, type SolanaToken } from '../solana-balances.ts';
import type { Cold } from './cold.ts';
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
  const problems = await hotTooMuch(world, solana, cold);
  for (const token of solanaTokens) {
    const there = await balanceOn(solana, cold.wallet.address, token);
    const ours = keptAt(solana, cold.wallet.address, token);
    if (there < ours) problems.push(`cold: ${there} ${token} are there, and ${ours} went there`);
  }
  const unpaid = await database.query<{ transfer_id: string; kind: string }>(`
    select transfer_id, kind from transfers where chain = 'solana' and status = 'failed' and failure_reason = 'INSUFFICIENT_FUNDS'`);
  for (const { transfer_id, kind } of unpaid)
    problems.push(`cold: the ${kind} ${transfer_id} ended without money that the operator had`);
  return problems;
}

/** Whether all refills are booked, nobody waits for money that the operator still has, and nothing is hot that could be cold. */
export async function isColdSettled({ world, coldOperator }: Simulation): Promise<boolean> {
  const { cold, solana, database } = world;
  if (!cold || !solana) return true;
  if (coldOperator?.isUnderWay() || (await hotTooMuch(world, solana, cold)).length > 0) return false;
  const waiting = await database.query<{ token: SolanaToken }>(`
    select distinct token from transfers where chain = 'solana' and status = 'waiting' and problem = 'The treasury holds too little.'`);
  if (waiting.some(({ token }) => keptAt(solana, cold.wallet.address, token) > 0n)) return false;
  const booked = await database.query<{ token: SolanaToken; units: string }>(`
    select token, ledger_balance(ledger_account_id('live', 'cold', null, 'solana', token))::text as units
    from unnest(array['USDC', 'SOL']) as token`);
  return booked.every(({ token, units }) => keptAt(solana, cold.wallet.address, token) === BigInt(units));
}

async function hotTooMuch(world: World, solana: ModelSolana, { maxUsd }: Cold): Promise<string[]> {
  const { spare, worth } = await hotNow(world, solana);
  const over = worth - BigInt(maxUsd) * 1_000_000n;
  return solanaTokens
    .filter((token) => over > leastUsd && usdOf(token, spare[token]) > leastUsd)
    .map((token) => `cold: ${spare[token]} ${token} stay hot, which nobody waits for, of ${worth} in all`);
}
