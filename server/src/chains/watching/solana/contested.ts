import type { Context } from '../../../app/context.ts';
import type { TransactionSql } from '../../../platform/db/client.ts';
import { wakeAfterArrivals } from '../arrival-followers.ts';
import { type ContestedRow, updateDecided } from './contested-store.ts';
import { insertSlotArrivals } from './slot-store.ts';

export { type ContestedRow, selectContested } from './contested-store.ts';

/**
 * Decides to which address the money of a transaction belongs that names several. It is an arrival there from now on, and
 * becomes final as any other. False if it was decided before, or does not name the address.
 */
export async function decideContested(
  ctx: Pick<Context, 'db' | 'clock' | 'ids' | 'wake' | 'followers'>,
  txHash: string,
  address: string,
): Promise<boolean> {
  const isDone = await ctx.db.begin(async (tx: TransactionSql) => {
    const now = ctx.clock.now();
    const rows = await updateDecided(tx, txHash, address, now);
    if (rows.length === 0) return false;
    const arrivals = rows.map((row) => ({ ...arrivalOf(row, address), arrivalId: ctx.ids.next('arr', now) }));
    await insertSlotArrivals(tx, now, arrivals);
    await ctx.followers.arrivalsChanged(tx, [address]);
    return true;
  });
  if (isDone) wakeAfterArrivals(ctx);
  return isDone;
}

function arrivalOf(row: ContestedRow, address: string) {
  return {
    address,
    account: row.account,
    token: row.token,
    mint: row.mint,
    units: BigInt(row.units),
    payer: row.payer_address,
    signature: row.tx_hash,
    slot: Number(row.slot),
    time: row.block_time,
    inTreasury: true,
  } as const;
}
