import type { Simulation } from '../simulation.ts';
import { checkCold, checkColdAtRest } from '../solana/cold/cold-check.ts';
import { checkSolana } from '../solana/solana-checks.ts';
import { checkAmounts } from './amounts.ts';
import { checkApprovals } from './approvals.ts';
import { checkArrivals } from './arrivals.ts';
import { checkClaims, checkClaimsAtRest } from './claims.ts';
import { checkCursors } from './cursors.ts';
import { checkFlows } from './flows.ts';
import { checkInvoices, checkInvoicesAtRest } from './invoices.ts';
import { checkEarlyMoney } from './large-money.ts';
import { checkLedger, checkSums } from './ledger.ts';
import { checkLinks } from './links.ts';
import { checkLosses } from './losses.ts';
import { checkMoves } from './moves.ts';
import { checkOnce } from './once.ts';
import { checkOutgoing } from './outgoing.ts';
import { checkPaid, checkPaidOnce } from './paid.ts';
import { checkPayments } from './payments.ts';
import { checkBalances, checkWallets } from './payouts.ts';
import { checkReleased } from './released.ts';
import { checkRest } from './rest.ts';
import { checkRoutes } from './routes.ts';
import { checkRefusedStays, checkScreening } from './screening.ts';
import { checkSignatures, checkSignaturesAtRest } from './signatures.ts';
import { checkThefts } from './thefts.ts';
import { checkUnapplied } from './unapplied.ts';

/** What holds whatever is under way. */
const always = [
  checkThefts,
  checkSums,
  checkMoves,
  checkPaidOnce,
  checkOnce,
  checkWallets,
  checkReleased,
  checkInvoices,
  checkClaims,
  checkLinks,
  checkSignatures,
  checkEarlyMoney,
  checkScreening,
  checkRefusedStays,
  checkApprovals,
  checkCold,
];

/** What holds when everything has ended. */
const atRest = [
  checkAmounts,
  checkLedger,
  checkFlows,
  checkSolana,
  checkCursors,
  checkArrivals,
  checkPayments,
  checkPaid,
  checkBalances,
  checkOutgoing,
  checkRest,
  checkUnapplied,
  checkRoutes,
  checkInvoicesAtRest,
  checkClaimsAtRest,
  checkSignaturesAtRest,
  checkLosses,
  checkColdAtRest,
];

/** Returns one line for each thing that is wrong at a quiet point, at which nobody works. */
export function checkQuiet(simulation: Simulation): Promise<string[]> {
  return run(simulation, always);
}

/** The same at the end. */
export function checkAll(simulation: Simulation): Promise<string[]> {
  return run(simulation, [...always, ...atRest]);
}

async function run(simulation: Simulation, checks: typeof always): Promise<string[]> {
  const problems: string[] = [];
  for (const check of checks) problems.push(...(await check(simulation)));
  return problems;
}
