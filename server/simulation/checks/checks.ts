import type { Cast } from '../cast.ts';
import { checkSolana } from '../solana/solana-checks.ts';
import { checkArrivals } from './arrivals.ts';
import { checkLedger } from './ledger.ts';
import { checkMoves } from './moves.ts';
import { checkOutgoing } from './outgoing.ts';
import { checkPayments } from './payments.ts';
import { checkRefunds } from './refunds.ts';
import { checkRest } from './rest.ts';

const checks = [
  checkLedger,
  checkSolana,
  checkArrivals,
  checkPayments,
  checkMoves,
  checkRefunds,
  checkOutgoing,
  checkRest,
];

/** Everything that must hold when nothing is under way. Returns one line for each thing that does not. */
export async function checkAll(cast: Cast): Promise<string[]> {
  const problems: string[] = [];
  for (const check of checks) problems.push(...(await check(cast)));
  return problems;
}
