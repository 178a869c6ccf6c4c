import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { type UnsweptRow, updateSwept } from './sweep-store.ts';
import { requestTransfer } from './transfers.ts';

/** In units of 10^-18 × 10^-8 USD, so that gas of a fraction of a cent is not rounded away. */
export function usdOf(units: bigint, decimals: number, rate: bigint): bigint {
  return units * 10n ** BigInt(18 - decimals) * rate;
}

export async function requestSweeps(
  { ctx, chain, vault }: { ctx: Context; chain: { id: ChainId }; vault: string },
  rows: readonly UnsweptRow[],
): Promise<void> {
  for (const row of rows) {
    await ctx.db.begin(async (tx) => {
      const transferId = ctx.ids.next('trf');
      const units = await updateSwept(tx, chain.id, row, transferId);
      if (units === 0n) return;
      await requestTransfer(ctx, tx, {
        transferId,
        kind: 'sweep',
        environment: 'live',
        merchantId: null,
        chain: chain.id,
        token: row.token,
        toAddress: vault,
        units,
        source: row.payment_id,
      });
    });
  }
}
