import type { SolanaAccount } from '../../../chains/solana/sender-node.ts';
import { tokenAccountBytes, tokenAccountOf } from '../../../chains/solana/token-account.ts';
import { type SolanaSender, treasuryReserve } from './solana-sender.ts';
import { sumSending } from './solana-store.ts';

/** Funds that one step's payments can spend. */
export interface Funds {
  /** The treasury's balance less payments under way. */
  held: Record<'SOL' | 'USDC', bigint>;
  missing: Record<'SOL' | 'USDC', bigint>;
  /** The fee payer's lamports above its rent. */
  forFees: bigint;
  rent: { empty: bigint; token: bigint };
  /** The oldest slot these were read at. */
  slot: number;
}

export async function readFunds({ ctx, chain, signer, node }: SolanaSender): Promise<Funds> {
  const { treasury, feePayer } = signer;
  const tokens = await tokenAccountOf(treasury, chain.usdcMint);
  const { slot, accounts } = await node.accounts([feePayer, treasury, tokens]);
  const [payer, own, usdc] = accounts;
  const rent = { empty: await node.rentFor(0), token: await node.rentFor(tokenAccountBytes) };
  const kept = rent.empty > treasuryReserve ? rent.empty : treasuryReserve;
  return {
    held: {
      SOL: (own?.lamports ?? 0n) - kept - (await sumSending(ctx.db, 'SOL')),
      USDC: tokenUnits(usdc ?? null) - (await sumSending(ctx.db, 'USDC')),
    },
    missing: { SOL: 0n, USDC: 0n },
    forFees: (payer?.lamports ?? 0n) - rent.empty,
    rent,
    slot,
  };
}

/** Lamports for a transaction with two signatures: nothing that we send costs less. */
const leastFee = 10_000n;

/** Set if the fee payer cannot pay for any transaction. Without its SOL nothing is swept either. */
export function feeProblem(sender: SolanaSender, { forFees }: Pick<Funds, 'forFees'>): string | null {
  return forFees < leastFee ? needsSol(sender) : null;
}

export function needsSol({ signer }: Pick<SolanaSender, 'signer'>): string {
  return `The fee payer has too little SOL. Send some to ${signer.feePayer}.`;
}

/** Zero if there is no account. */
export function tokenUnits(account: SolanaAccount | null): bigint {
  return account && account.data.length >= tokenAccountBytes ? account.data.readBigUInt64LE(64) : 0n;
}
