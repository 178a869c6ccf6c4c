import type { Sql } from '../../../platform/db/client.ts';
import { lockPayer, type Payer, sumOpenOf } from './authorization-store.ts';
import { maxOfPayer } from './limits.ts';

/** What a payer has of a token, as of this block; on Solana of this slot. */
export interface PayerFunds {
  units: bigint;
  block: number;
  /** Not after it was read. */
  readAt: Date;
}

/** More than what clocks differ by. */
const marginMs = 60_000;

/** What was open when a balance was read counts, though it is final by now: a worker may have stalled since. */
function countedAt({ block, readAt }: PayerFunds) {
  return { block, since: new Date(readAt.getTime() - marginMs) };
}

/**
 * Whether a payer has enough for one more payment beside all that are open. Holds the payer until the transaction ends: many
 * signatures that are given at once cannot all count on the same money.
 */
export async function coversClaim(tx: Sql, payer: Payer, units: bigint, funds: PayerFunds): Promise<boolean> {
  await lockPayer(tx, payer);
  const open = await sumOpenOf(tx, payer, countedAt(funds), null);
  return funds.units >= open.units + units;
}

/**
 * Whether a claim may get its transaction now: the payer has enough for it beside those that have theirs, and these are few.
 * Holds the payer too, since several workers plan at once.
 */
export async function coversSending(
  tx: Sql,
  claim: Payer & { transfer_id: string },
  units: bigint,
  funds: PayerFunds,
): Promise<boolean> {
  await lockPayer(tx, claim);
  const { sent, sentUnits } = await sumOpenOf(tx, claim, countedAt(funds), claim.transfer_id);
  return sent < maxOfPayer && funds.units >= sentUnits + units;
}
