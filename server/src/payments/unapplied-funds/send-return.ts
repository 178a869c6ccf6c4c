import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { seriesOf } from '../../treasury/transfers/pay-ids.ts';
import { requestTransfer } from '../../treasury/transfers/transfers.ts';
import { deleteClaims } from '../refunds/claim-links.ts';
import { notOpen, type OpenFunds } from './open-funds.ts';
import { moveUnapplied } from './resolve-store.ts';
import type { UnappliedRow } from './unapplied-fund.ts';

/**
 * Sends open funds to this address. `claim` is the link with which the customer gave it; null if the merchant did. Other
 * links end.
 */
export async function sendReturn(
  ctx: Context,
  tx: Sql,
  row: OpenFunds,
  toAddress: string,
  claim: Buffer | null,
): Promise<UnappliedRow> {
  const moved = await moveUnapplied(tx, 'return', row, {
    returned_to: toAddress,
    failure_reason: null,
    failure_message: null,
    ...(claim
      ? { claimed_address: toAddress, claimed_at: ctx.clock.now() }
      : { claim_expires_at: null, claim_emailed: false }),
  });
  if (!moved) throw notOpen(row);
  await deleteClaims(tx, row, claim);
  await requestTransfer(ctx, tx, {
    transferId: row.unapplied_id,
    kind: 'return',
    environment: row.environment,
    merchantId: row.merchant_id,
    chain: row.chain,
    token: row.token,
    toAddress,
    units: BigInt(row.token_units),
    source: row.unapplied_id,
    series: seriesOf.return(row.payment_id, row.chain),
  });
  return moved;
}
