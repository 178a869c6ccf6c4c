import type { Context } from '../../../app/context.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { requestTransfer } from '../transfers.ts';
import { insertAuthorization } from './authorization-store.ts';

export {
  hasReverted,
  selectAuthorizationsOf,
  updateSettled,
} from './authorization-store.ts';

/** A payment by signature in the one form in which it is stored. */
export interface ClaimedAuthorization {
  chain: ChainId;
  contract: string;
  from: string;
  /** The payment's deposit address. */
  to: string;
  units: bigint;
  nonce: string;
  validAfter: bigint;
  validBefore: bigint;
  signature: string;
}

/**
 * Claims a payment by signature, and has it sent. Throws a unique violation if its nonce was claimed before: whoever stored
 * it first has it sent.
 */
export async function requestAuthorization(
  ctx: Pick<Context, 'clock' | 'ids'>,
  tx: Sql,
  payment: { payment_id: string; merchant_id: string },
  signed: ClaimedAuthorization,
): Promise<string> {
  const transferId = ctx.ids.next('trf');
  await requestTransfer(ctx, tx, {
    transferId,
    kind: 'authorization',
    environment: 'live',
    merchantId: payment.merchant_id,
    chain: signed.chain,
    token: 'USDC',
    toAddress: signed.to,
    units: signed.units,
    source: payment.payment_id,
  });
  await insertAuthorization(tx, {
    transfer_id: transferId,
    payment_id: payment.payment_id,
    merchant_id: payment.merchant_id,
    chain: signed.chain,
    contract: signed.contract,
    from_address: signed.from,
    nonce: signed.nonce,
    valid_after: signed.validAfter.toString(),
    valid_before: signed.validBefore.toString(),
    signature: signed.signature,
    created_at: ctx.clock.now(),
  });
  return transferId;
}
