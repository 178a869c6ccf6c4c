import type { Context } from '../../../../app/context.ts';
import type { Sql } from '../../../../platform/db/client.ts';
import type { PaidMoney } from '../../match-payments.ts';
import { nextPlaces, payIdAt, seriesOf } from '../../pay-ids.ts';
import { referenceOf } from '../nonces.ts';
import { lockColdAddress, selectColdAddresses } from './cold-store.ts';
import { requestCold } from './plan-cold.ts';

type Found = PaidMoney & { keys: readonly string[] };

/**
 * After a restored backup the chain has transfers to the cold address that the database does not know. Each names its place in
 * their series, so it is requested again as it was made, and ends as paid before. The operator need not explain it.
 */
export async function adoptForgotten(
  ctx: Pick<Context, 'db' | 'clock' | 'ids' | 'config' | 'log'>,
  found: readonly Found[],
): Promise<void> {
  if (found.length === 0) return;
  const known = new Set([...(await selectColdAddresses(ctx.db)), ctx.config.solanaCold?.address]);
  for (const token of ['USDC', 'SOL'] as const)
    for (const address of known) {
      if (address === undefined) continue;
      const sent = found.filter((one) => one.toAddress === address && one.token === token);
      if (sent.length > 0) await ctx.db.begin((tx: Sql) => adopt(ctx, tx, { address, token }, sent));
    }
}

async function adopt(
  ctx: Pick<Context, 'clock' | 'ids' | 'log'>,
  tx: Sql,
  to: { address: string; token: 'USDC' | 'SOL' },
  sent: readonly Found[],
): Promise<void> {
  await lockColdAddress(tx, to.address, ctx.clock.now());
  const series = seriesOf.cold(to.address, to.token);
  const places = await nextPlaces(tx, 'solana', [series]);
  // Those of the same amount follow each other, and each needs a transfer of its own.
  const taken = new Map<bigint, number>();
  for (let place = places.get(series) ?? 0n; ; ) {
    const reference = referenceOf(payIdAt(series, place));
    const payment = sent.find(({ keys }) => keys.includes(reference));
    if (!payment) return;
    const { units, txHash } = payment;
    const before = (taken.get(units) ?? 0) + 1;
    taken.set(units, before);
    await requestCold(
      ctx,
      tx,
      { ...to, units },
      (open) => open.filter((one) => one === units).length < before,
    );
    ctx.log.warn({ chain: 'solana', txHash }, 'a transfer to the cold address was made before');
    place += units;
  }
}
