import { objectionTo } from '../../../../chains/solana/signed-payment.ts';
import { readSigned, type SignedTransaction } from '../../../../chains/solana/signed-transaction.ts';
import { tokenDecimals } from '../../../../lib/chains/registry.ts';
import type { SolanaSender } from '../../solana/solana-sender.ts';
import type { TransferRow } from '../../transfer.ts';
import { type AuthorizationRow, selectAuthorization } from '../authorization-store.ts';

/** A claimed payment by signature, as the database has it. */
export interface Claimed {
  row: AuthorizationRow;
  signed: SignedTransaction;
  /** No block above this height can have it. */
  lastHeight: number;
  /** Whether its payment still waits for money. */
  isNeeded: boolean;
}

/** Whoever writes to the database gets no signature for anything but a payment into the treasury. */
export async function readClaimed(
  { ctx, chain, signer }: SolanaSender,
  { transfer_id, to_address, units }: TransferRow,
): Promise<Claimed | { objection: string }> {
  const row = await selectAuthorization(ctx.db, transfer_id);
  const signed = row && (await readSigned(row.signature));
  if (!row || !signed) return { objection: 'MALFORMED' };
  const { feePayer, treasury } = signer;
  const objection = await objectionTo(signed, {
    ...{ feePayer, treasury, mint: chain.usdcMint, units: BigInt(units), reference: to_address },
    decimals: tokenDecimals('solana', 'USDC'),
  });
  return objection
    ? { objection }
    : { row, signed, lastHeight: Number(row.valid_before), isNeeded: row.is_needed };
}
