import type { Address, Hex } from 'viem';
import type { Token } from '../../../lib/chains/registry.ts';
import type { Clock } from '../../../lib/clock.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { proportionOf } from '../../../lib/money.ts';
import type { ChainsSettings } from '../../../platform/config/chain-settings.ts';
import { transfersTo } from '../providers/bridge-chain.ts';
import type { Asset, QuoteInput, RouteProvider, RouteQuote, RouteRefusal } from '../providers/provider.ts';
import { type RouteChain, type RouteChains, tokenContract } from '../providers/route-chain.ts';
import {
  decodeSwap,
  encodeQuotes,
  encodeSwap,
  readQuotes,
  readWrapper,
  receivedUnits,
  wrapperCall,
} from './calls.ts';
import { checkUniswap } from './check-uniswap.ts';
import { type UniswapContracts, uniswapContracts } from './contracts.ts';

const stable: readonly Token[] = ['USDC', 'USDT', 'DAI', 'BUSD'];
const wholeBps = 10_000n;
const stableSlippageBps = 30n;
const volatileSlippageBps = 100n;
const millionths = 1_000_000n;
/** Includes an approval. */
const swapGas = 250_000n;
const quoteMs = minuteMs;
/** A swap mined after this reverts. */
const deadlineMs = 20 * minuteMs;

/** Uniswap's contracts and the tokens on one chain. */
interface Place extends UniswapContracts {
  here: RouteChain;
  wrapper: Address;
}

/** Swaps in one pool of Uniswap V3, by SwapRouter02. */
export function createUniswap(chains: RouteChains, settings: ChainsSettings, clock: Clock): RouteProvider {
  const wrappers = new Map<string, Address>();

  /** Undefined where Uniswap is not set up. */
  async function placeOf(id: Asset['chain']): Promise<Place | undefined> {
    const here = id === 'solana' ? null : chains(id);
    if (!here || id === 'solana') return undefined;
    const contracts = uniswapContracts(id, settings[id]);
    const known = wrappers.get(id);
    if (known) return { ...contracts, here, wrapper: known };
    const [answer = '0x'] = await here.node.call([{ to: contracts.router, data: wrapperCall }]);
    if (answer === '0x') return undefined;
    const wrapper = readWrapper(answer);
    wrappers.set(id, wrapper);
    return { ...contracts, here, wrapper };
  }

  async function existing(id: Asset['chain']): Promise<Place> {
    const place = await placeOf(id);
    if (!place) throw new Error(`Uniswap is not set up on ${id}`);
    return place;
  }

  return {
    name: 'uniswap',
    async check(id) {
      const here = id === 'solana' ? null : chains(id);
      return here && id !== 'solana' ? [await checkUniswap(here, uniswapContracts(id, settings[id]))] : [];
    },
    async quote(input) {
      const { from, to } = input;
      if (from.chain !== to.chain) return refusal('no_way', 'Uniswap swaps within one chain.');
      if (from.token === to.token) return refusal('no_way', 'There is nothing to swap.');
      const place = await placeOf(from.chain);
      if (!place) return refusal('no_way', `Uniswap is not set up on ${from.chain}.`);
      for (const { token } of [from, to])
        if (tokenContract(place.here, token) === undefined)
          return refusal('no_way', `${token} is not set up on ${from.chain}.`);
      return quoteAt(place, input, clock);
    },

    async build({ input, leastUnits, notes }) {
      const place = await existing(input.from.chain);
      const { router, here, wrapper } = place;
      const { tokenIn, tokenOut } = contractsOf(here, input);
      const data = encodeSwap({
        tokenIn,
        tokenOut,
        wrapper,
        fee: Number(notes['fee']),
        units: input.units,
        leastUnits,
        recipient: input.recipient as Address,
        deadline: BigInt(Math.floor((clock.nowMs() + deadlineMs) / 1000)),
      });
      return {
        chain: input.from.chain,
        to: router,
        data,
        value: tokenIn === null ? input.units : 0n,
        approval: tokenIn === null ? undefined : { token: tokenIn, spender: router, units: input.units },
      };
    },

    async read(call) {
      const { wrapper } = await existing(call.chain);
      return decodeSwap(call.data as Hex, call.value, wrapper);
    },

    async status({ input }, sent) {
      const { here, router, wrapper } = await existing(input.from.chain);
      const [mined] = await here.node.mined([sent]);
      if (!mined) return { state: 'waiting' };
      const { tokenOut } = contractsOf(here, input);
      const units = receivedUnits(mined.logs, { tokenOut, recipient: input.recipient, router, wrapper });
      if (!mined.succeeded || units === 0n)
        return { state: 'unknown', text: `The swap ${sent} sent nothing to ${input.recipient}.` };
      const logIndex = tokenOut && transfersTo(mined.logs, tokenOut, input.recipient).at(-1)?.logIndex;
      return { state: 'arrived', transactionHash: sent, logIndex: logIndex ?? null, units };
    },
  };
}

async function quoteAt(place: Place, input: QuoteInput, clock: Clock): Promise<RouteQuote | RouteRefusal> {
  const { here, quoter, wrapper } = place;
  const { from, to, units } = input;
  const { tokenIn, tokenOut } = contractsOf(here, input);
  if (here.chain.multicall === null) return refusal('unavailable', `${from.chain} has no Multicall3.`);
  const data = encodeQuotes(quoter as Address, tokenIn ?? wrapper, tokenOut ?? wrapper, units);
  const [answer = '0x'] = await here.node.call([{ to: here.chain.multicall, data }]);
  const [best] = readQuotes(answer);
  if (!best)
    return refusal(
      'no_liquidity',
      `Uniswap has no pool for this amount of ${from.token} to ${to.token} on ${from.chain}.`,
    );
  const { baseFee, tip } = await here.node.view(input.sender, false);
  const isStable = stable.includes(from.token) && stable.includes(to.token);
  const keptBps = wholeBps - (isStable ? stableSlippageBps : volatileSlippageBps);
  return {
    provider: 'uniswap',
    input,
    expectedUnits: best.units,
    leastUnits: proportionOf(best.units, keptBps, wholeBps),
    feeUnits: proportionOf(units, BigInt(best.fee), millionths),
    gas: [{ chain: from.chain, units: swapGas * (baseFee + tip) }],
    expectedSeconds: 60,
    expiresAt: new Date(clock.nowMs() + quoteMs),
    notes: { fee: best.fee },
  };
}

function contractsOf(here: RouteChain, { from, to }: QuoteInput) {
  const [tokenIn, tokenOut] = [tokenContract(here, from.token), tokenContract(here, to.token)];
  if (tokenIn === undefined || tokenOut === undefined)
    throw new Error(`${here.chain.id} lacks ${tokenIn === undefined ? from.token : to.token}`);
  return { tokenIn, tokenOut };
}

function refusal(refused: RouteRefusal['refused'], text: string): RouteRefusal {
  return { refused, text };
}
