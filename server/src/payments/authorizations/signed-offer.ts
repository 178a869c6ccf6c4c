import type { Context } from '../../app/context.ts';
import type { TokenDomain } from '../../chains/evm/authorization.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { isGasWithin } from '../../treasury/prices/gas.ts';
import type { PaymentRow } from '../payment/payment.ts';

/** How a payment can be paid by signature on one chain: what has to be signed, in USDC. */
export interface SignedOffer {
  chain: LiveChain;
  contract: string;
  domain: TokenDomain;
  settler: string;
  /** The payment's deposit address. */
  address: string;
  units: bigint;
}

/** Null unless this chain takes payments by signature now, and gas is worth it for this amount. */
export function signedOfferOf(
  ctx: Context,
  payment: Pick<PaymentRow, 'environment' | 'amount_minor' | 'currency'>,
  chainId: ChainId,
  { address, units }: Pick<SignedOffer, 'address' | 'units'>,
): SignedOffer | null {
  const settling = payment.environment === 'live' ? ctx.liveChains.settling(chainId) : null;
  const chain = ctx.liveChains.evm().find(({ id }) => id === chainId);
  if (!settling || !chain) return null;
  const { units: gasUnits, contract, domain, settler } = settling;
  return isGasWithin(ctx.rates.live, payment, chainId, gasUnits, ctx.config.settlerGasBps)
    ? { chain, contract, domain, settler, address, units }
    : null;
}
