import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { givenBefore } from '../../payments/authorizations/authorizations.ts';
import { type Refusal, refuse } from '../../payments/authorizations/refusals.ts';
import { loadPayable } from '../checkout/checkout.ts';
import { giveSignature } from '../checkout/signed-offers.ts';
import type { CheckoutRow } from '../checkout/store.ts';
import { networkOf, type SignedPayment } from './messages.ts';

/** How long a program waits for its answer. */
const waitMs = 30_000;
const lookEveryMs = 200;

/** `row` is the payment as it is now: under way or over. `pending` while the chain has not taken the money yet. */
export type Settled = { refusal: Refusal } | { row: CheckoutRow; network: string } | 'pending';

/** Takes a signed payment, and waits until the chain has its money. Giving it again answers from the payment's state. */
export async function settle(ctx: Context, paymentId: string, signed: SignedPayment): Promise<Settled> {
  const chain = ctx.liveChains.evm().find((one) => networkOf(one) === signed.network);
  if (!chain) return { refusal: refuse('NOT_OFFERED') };
  const usdc = chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address;
  if (usdc?.toLowerCase() !== signed.asset.toLowerCase()) return { refusal: refuse('WRONG_TOKEN') };
  const given = await giveSignature(ctx, paymentId, chain.id, signed.authorization);
  if ('reason' in given) return { refusal: given };
  return untilPaid(ctx, paymentId, chain.id, signed);
}

async function untilPaid(
  ctx: Context,
  paymentId: string,
  chain: ChainId,
  signed: SignedPayment,
): Promise<Settled> {
  const endMs = Date.now() + waitMs;
  for (;;) {
    const row = await loadPayable(ctx, paymentId);
    if (row.status === 'failed' || row.status === 'expired') return { refusal: refuse('NOT_PAYABLE') };
    if (row.status !== 'pending') return { row, network: signed.network };
    const sent = await givenBefore(ctx.db, row, chain, signed.authorization);
    // Money that a stranger's transaction brought may be seen a moment later than its use.
    if (sent?.status === 'failed' && sent.failure_reason !== 'AUTHORIZATION_USED')
      return { refusal: { reason: 'WOULD_FAIL', message: sent.failure_message ?? '' } };
    if (Date.now() >= endMs) return 'pending';
    await sleep(lookEveryMs);
  }
}
