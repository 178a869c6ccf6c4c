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
/** The longer a program waits, the less often the database is asked for it. */
const firstLookMs = 150;
const lastLookMs = 1000;

/** `row` is the payment as it is now: under way or over. `pending` while the chain has not taken the money yet. */
export type Settled = { refusal: Refusal } | { row: CheckoutRow; network: string } | 'pending';

/** Takes a signed payment, and waits until the chain has its money. Giving it again answers from the payment's state. */
export async function settle(ctx: Context, paymentId: string, signed: SignedPayment): Promise<Settled> {
  const chain = chainOf(ctx, signed);
  if (typeof chain === 'object') return { refusal: chain };
  const given = await giveSignature(ctx, paymentId, chain, signed.given);
  if ('reason' in given) return { refusal: given };
  return untilPaid(ctx, paymentId, chain, signed);
}

/** The chain that a payment was signed for, if it is in USDC there. */
export function chainOf(
  ctx: Context,
  { network, asset }: Pick<SignedPayment, 'network' | 'asset'>,
): ChainId | Refusal {
  const solana = ctx.liveChains.solana();
  if (solana && networkOf(solana) === network)
    return solana.usdcMint === asset ? solana.id : refuse('WRONG_TOKEN');
  const chain = ctx.liveChains.evm().find((one) => networkOf(one) === network);
  if (!chain) return refuse('NOT_OFFERED');
  const usdc = chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address;
  return usdc?.toLowerCase() === asset.toLowerCase() ? chain.id : refuse('WRONG_TOKEN');
}

async function untilPaid(
  ctx: Context,
  paymentId: string,
  chain: ChainId,
  signed: SignedPayment,
): Promise<Settled> {
  const endMs = Date.now() + waitMs;
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lookMs * 1.2, lastLookMs)) {
    const row = await loadPayable(ctx, paymentId);
    if (row.status === 'failed' || row.status === 'expired') return { refusal: refuse('NOT_PAYABLE') };
    if (row.status !== 'pending') return { row, network: signed.network };
    const sent = await givenBefore(ctx.db, row, chain, signed.given);
    // Money that a stranger's transaction brought may be seen a moment later than its use.
    if (sent?.status === 'failed' && sent.failure_reason !== 'AUTHORIZATION_USED')
      return { refusal: { reason: 'WOULD_FAIL', message: sent.failure_message ?? '' } };
    if (Date.now() >= endMs) return 'pending';
    await sleep(lookMs);
  }
}
