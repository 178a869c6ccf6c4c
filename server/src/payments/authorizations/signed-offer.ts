import type { Context } from '../../app/context.ts';
import type { TokenDomain } from '../../chains/evm/authorization.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import type { SolanaLiveChain } from '../../chains/watching/solana/solana-watcher.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { isGasWithin } from '../../treasury/prices/gas.ts';
import type { PaymentRow } from '../payment/payment.ts';

interface OfferedUsdc {
  contract: string;
  /** Pays the gas. */
  settler: string;
  /** The payment's deposit address. */
  address: string;
  units: bigint;
}

export interface EvmOffer extends OfferedUsdc {
  family: 'evm';
  chain: LiveChain;
  domain: TokenDomain;
}

/** On Solana the money goes into the treasury, and the deposit address is what the memo says. */
export interface SolanaOffer extends OfferedUsdc {
  family: 'solana';
  chain: SolanaLiveChain;
  treasury: string;
}

/** How a payment can be paid by signature on one chain: what has to be signed, in USDC. */
export type SignedOffer = EvmOffer | SolanaOffer;

/** Why a payment cannot be paid by signature on a chain now. */
export type ChainProblem = 'TEST_MODE' | 'CHAIN_UNAVAILABLE' | 'GAS_TOO_EXPENSIVE';

/** What has to be signed, or why this chain takes no signature for this payment now. */
export function signedOfferOf(
  ctx: Context,
  payment: Pick<PaymentRow, 'environment' | 'amount_minor' | 'currency'>,
  chainId: ChainId,
  { address, units }: Pick<SignedOffer, 'address' | 'units'>,
): SignedOffer | ChainProblem {
  if (payment.environment !== 'live') return 'TEST_MODE';
  const settling = ctx.liveChains.settling(chainId);
  if (!settling) return 'CHAIN_UNAVAILABLE';
  const { units: gasUnits, contract, domain, settler } = settling;
  if (!isGasWithin(ctx.rates.live, payment, chainId, gasUnits, ctx.config.settlerGasBps))
    return 'GAS_TOO_EXPENSIVE';
  const offered = { contract, settler, address, units };
  const evm = ctx.liveChains.evm().find(({ id }) => id === chainId);
  if (evm) return domain ? { family: 'evm', chain: evm, domain, ...offered } : 'CHAIN_UNAVAILABLE';
  const solana = ctx.liveChains.solana();
  const treasury = ctx.liveChains.wallet()?.solana_treasury;
  return solana && treasury ? { family: 'solana', chain: solana, treasury, ...offered } : 'CHAIN_UNAVAILABLE';
}
