import type { Context } from '../../app/context.ts';
import { rehearseSigned } from '../../chains/solana/rehearse-signed.ts';
import { createSolanaSenderNode } from '../../chains/solana/sender-node.ts';
import { feeOf, objectionTo } from '../../chains/solana/signed-payment.ts';
import type { SignedTransaction } from '../../chains/solana/signed-transaction.ts';
import { createSolanaRpc } from '../../chains/solana/solana-rpc.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import { isGasWithin } from '../../treasury/prices/gas.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { askNode } from './ask-node.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { SolanaOffer } from './signed-offer.ts';
import type { TriedAuthorization } from './tried-authorization.ts';

/** The transaction as workers sign it, if nothing speaks against it. */
export async function tryOnSolana(
  ctx: Context,
  payment: Pick<PaymentRow, 'amount_minor' | 'currency'>,
  { chain, contract: mint, settler: feePayer, treasury, address: reference, units }: SolanaOffer,
  given: SignedTransaction,
): Promise<Refusal | TriedAuthorization> {
  const decimals = tokenDecimals('solana', 'USDC');
  const objection = await objectionTo(given, { feePayer, treasury, mint, decimals, units, reference });
  if (objection) return refuse(objection);
  if (!isGasWithin(ctx.rates.live, payment, chain.id, feeOf(given), ctx.config.settlerGasBps))
    return refuse('TOO_MUCH_GAS');
  const { genesisHash, rpcUrls: urls } = chain;
  const opened = createSolanaRpc(ctx.openRpc, genesisHash, { urls, nowMs: ctx.clock.nowMs });
  const readAt = ctx.clock.now();
  const found = await askNode(ctx, chain.id, opened, (rpc) =>
    rehearseSigned(createSolanaSenderNode(rpc), given, { mint, units }),
  );
  if (found === null) return refuse('NODE_UNAVAILABLE');
  if (found.refusal !== null) return refuse(found.refusal);
  const { from, hash: nonce, wire: signature } = given;
  const claimed = { chain: chain.id, contract: mint, from, to: reference, units, nonce, signature };
  return {
    ...claimed,
    validAfter: 0n,
    validBefore: BigInt(found.lastHeight),
    funds: { ...found.funds, readAt },
  };
}
