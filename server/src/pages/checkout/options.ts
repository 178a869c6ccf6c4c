import type { Context } from '../../app/context.ts';
import { type ChainId, chainIds, chains, type Token } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import type { PaymentOption } from '../../payments/deposits/deposits.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import { isChainWorthGas, isNativeEnough } from '../../payments/payment/payments.ts';

type Accepting = Pick<
  PaymentRow,
  'environment' | 'accepted_chains' | 'accepted_tokens' | 'amount_minor' | 'currency'
>;

/**
 * The accepted chains and tokens that can be paid with now, in registry order. Chains on which gas would eat too much of
 * the amount are left out, and so is native money that a new address could not receive.
 */
export function paymentOptions(ctx: Context, payment: Accepting): { chain: ChainId; tokens: Token[] }[] {
  const payable = ctx.chains.payable(payment.environment);
  return chainIds
    .filter((chain) => payment.accepted_chains.includes(chain) && payable.includes(chain))
    .filter((chain) => isChainWorthGas(ctx, payment, chain))
    .map((chain) => ({
      chain,
      tokens: chains[chain].tokens
        .map((entry) => entry.symbol)
        .filter(
          (token, place) =>
            payment.accepted_tokens.includes(token) && (place > 0 || isNativeEnough(ctx, payment, chain)),
        ),
    }))
    .filter((option) => option.tokens.length > 0);
}

export function assertAccepted(ctx: Context, payment: Accepting, { chain, token }: PaymentOption): void {
  const options = paymentOptions(ctx, payment);
  const tokens = options.find((option) => option.chain === chain)?.tokens;
  if (!tokens) {
    const allowed = options.map((option) => option.chain);
    throw new ApiError('INVALID_CHAIN', {
      message: `This payment cannot be made on ${chain}. Choose one of ${allowed.join(', ')}.`,
      details: { field: 'chain', provided: chain, allowed },
    });
  }
  if (!tokens.includes(token)) {
    throw new ApiError('INVALID_TOKEN', {
      message: `This payment cannot be made with ${token} on ${chain}. Choose one of ${tokens.join(', ')}.`,
      details: { field: 'token', provided: token, allowed: tokens },
    });
  }
}
