import { solanaChain } from '../../../../chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { QuoteInput } from '../../providers/provider.ts';
import type { RouteSolana } from '../../providers/route-chain.ts';

export const wrappedMint = 'So11111111111111111111111111111111111111112';

/** A swap of the treasury's money on Solana, through accounts of the trader that are empty before and after. */
export interface Swap {
  units: bigint;
  isOfSol: boolean;
  mints: { from: string; to: string };
  treasury: string;
  feePayer: string;
  trader: string;
  /** The treasury's USDC account. */
  treasuryTokens: string;
  /** The trader's accounts for the input and the result. */
  source: string;
  ownResult: string;
  /**
   * The account Jupiter pays: the treasury's USDC, or the trader's wrapped SOL, which is then unwrapped into the
   * treasury.
   */
  destination: string;
}

/** Null for anything but SOL and USDC. */
export async function swapOf(
  { treasury, feePayer, chain }: RouteSolana,
  trader: string,
  { from, to, units }: Pick<QuoteInput, 'from' | 'to' | 'units'>,
): Promise<Swap | null> {
  const pair = `${from.token} ${to.token}`;
  if (pair !== 'SOL USDC' && pair !== 'USDC SOL') return null;
  const isOfSol = from.token === 'SOL';
  const mints = isOfSol
    ? { from: wrappedMint, to: chain.usdcMint }
    : { from: chain.usdcMint, to: wrappedMint };
  const ownResult = await tokenAccountOf(trader, mints.to);
  const treasuryTokens = await tokenAccountOf(treasury, chain.usdcMint);
  return {
    units,
    isOfSol,
    mints,
    treasury,
    feePayer,
    trader,
    treasuryTokens,
    source: await tokenAccountOf(trader, mints.from),
    ownResult,
    destination: isOfSol ? treasuryTokens : ownResult,
  };
}

export const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';
export const { systemProgram, tokenProgram } = solanaChain;
