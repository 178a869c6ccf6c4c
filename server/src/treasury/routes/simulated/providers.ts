import { chains, type Token, tokenDecimals } from '../../../lib/chains/registry.ts';
import type { Clock } from '../../../lib/clock.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { proportionOf } from '../../../lib/money.ts';
import type { RateSource } from '../../prices/rates.ts';
import type {
  Asset,
  ProviderName,
  QuoteInput,
  RouteProvider,
  RouteQuote,
  RouteRefusal,
} from '../providers/provider.ts';

const stable: readonly Token[] = ['USDC', 'USDT', 'DAI', 'BUSD'];
const wholeBps = 10_000n;
/** Fees as documented in docs/payouts.md. */
const swapFeeBps = { stable: 1n, volatile: 5n };
const bridgeFeeBps = 1n;
/** How much less than quoted arrives. */
const slippageBps = 2n;
/** Chains without Circle's USDC. */
const withoutBridge: readonly Asset['chain'][] = ['bsc'];

/** Swaps within one EVM chain, at test rates less a fee. */
export function createSimulatedSwap(rates: RateSource, clock: Clock): RouteProvider {
  return {
    ...common(slippageBps),
    name: 'uniswap',
    check: async () => [],
    async quote(input) {
      const { from, to } = input;
      if (from.chain !== to.chain) return refusal('Uniswap swaps within one chain.');
      if (chains[from.chain].family !== 'evm')
        return refusal(`Uniswap is not on ${chains[from.chain].name}.`);
      const isStable = [from, to].every(({ token }) => stable.includes(token));
      return quoteOf('uniswap', rates, clock, input, isStable ? swapFeeBps.stable : swapFeeBps.volatile);
    },
  };
}

/** Swaps on Solana. Needs LI.FI to be enabled, as in live mode. */
export function createSimulatedSolanaSwap(rates: RateSource, clock: Clock): RouteProvider {
  return {
    ...common(slippageBps),
    name: 'lifi',
    check: async () => [],
    quote: async (input) =>
      input.from.chain === 'solana' && input.to.chain === 'solana'
        ? quoteOf('lifi', rates, clock, input, swapFeeBps.volatile)
        : refusal('LI.FI is simulated on Solana only.'),
  };
}

/** Bridges USDC between chains. */
export function createSimulatedBridge(rates: RateSource, clock: Clock): RouteProvider {
  return {
    ...common(0n),
    name: 'cctp',
    check: async () => [],
    async quote(input) {
      const missing = [input.from, input.to].find(({ chain }) => withoutBridge.includes(chain));
      if (missing) return refusal(`Circle CCTP is not on ${chains[missing.chain].name}.`);
      return quoteOf('cctp', rates, clock, input, bridgeFeeBps);
    },
  };
}

/** Builds placeholder calls: nothing is signed in test mode. */
function common(lostBps: bigint): Pick<RouteProvider, 'build' | 'status'> {
  return {
    build: async ({ input }) => ({
      chain: input.from.chain,
      to: input.recipient,
      data: '0x',
      value: 0n,
      approval: undefined,
    }),
    status: async ({ expectedUnits }, sent) => ({
      state: 'arrived',
      transactionHash: sent,
      logIndex: null,
      units: proportionOf(expectedUnits, wholeBps - lostBps, wholeBps),
    }),
  };
}

function quoteOf(
  provider: ProviderName,
  rates: RateSource,
  clock: Clock,
  input: QuoteInput,
  feeBps: bigint,
): RouteQuote | RouteRefusal {
  const { from, to, units } = input;
  const [given, taken] = [rates.usdPerToken(from.token), rates.usdPerToken(to.token)];
  if (given === null || taken === null)
    return { refused: 'unavailable', text: 'There is no current exchange rate.' };
  const feeUnits = proportionOf(units, feeBps, wholeBps);
  const [fromOne, toOne] = [from, to].map(
    ({ chain, token }) => 10n ** BigInt(tokenDecimals(chain, token)),
  ) as [bigint, bigint];
  const expectedUnits = ((units - feeUnits) * given * toOne) / (taken * fromOne);
  return {
    provider,
    input,
    expectedUnits,
    leastUnits: proportionOf(expectedUnits, wholeBps - slippageBps, wholeBps),
    feeUnits,
    gas: [],
    expectedSeconds: 6,
    expiresAt: new Date(clock.nowMs() + minuteMs),
    notes: {},
  };
}

function refusal(text: string): RouteRefusal {
  return { refused: 'no_way', text };
}
