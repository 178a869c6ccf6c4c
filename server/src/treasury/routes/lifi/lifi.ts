import { isAddress } from 'viem/utils';
import { parseBytes } from '../../../chains/rpc/hex.ts';
import { chains as chainFacts, type Token } from '../../../lib/chains/registry.ts';
import type { Clock } from '../../../lib/clock.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { AnsweredStatus, fetchJson } from '../../../platform/fetch-json.ts';
import { chainAt, gasUnits, refusal } from '../providers/bridge-chain.ts';
import type {
  CallMeaning,
  QuoteInput,
  RouteCall,
  RouteProvider,
  RouteQuote,
  RouteRefusal,
} from '../providers/provider.ts';
import { type RouteChains, type RouteSolana, tokenContract } from '../providers/route-chain.ts';
import { checkJupiter, checkLifi } from './check-lifi.ts';
import { acrossPools, bridgeName, lifiDiamond } from './evm/contracts.ts';
import { createFollower } from './evm/follow-bridge.ts';
import { readBridgeCall } from './evm/read-call.ts';
import { rehearseCall } from './evm/rehearse-call.ts';
import { type Asked, checkCall, readOffer } from './offer.ts';

export interface LifiOptions {
  chains: RouteChains;
  /** Null while Solana is not set up. */
  solana?: () => RouteSolana | null;
  clock: Clock;
  origin: string;
  /** Timeout per request to LI.FI. */
  deadlineMs?: number;
  /** Quotes with higher fees are refused. */
  maxFeeBps?: number;
}

const defaultMaxFeeBps = 50;
const quoteMs = minuteMs;
const stable: readonly Token[] = ['USDC', 'USDT', 'DAI', 'BUSD'];
/** Fractions: 30 and 100 basis points. */
const slippage = { stable: '0.003', volatile: '0.01' };
/** Quotes with several steps are large. */
const maxBytes = 1024 * 1024;

/**
 * Across's bridge as LI.FI quotes it, for chains that CCTP does not reach, and Jupiter's exchanges on Solana. LI.FI's
 * answers are never evidence, and of its calls only those are made whose every byte was read.
 */
export function createLifi(given: LifiOptions): RouteProvider {
  const { chains, solana = () => null, clock, origin, maxFeeBps = defaultMaxFeeBps, ...rest } = given;
  const ask = (path: string, query: URLSearchParams) =>
    fetchJson(`${origin}/v1/${path}?${query}`, { ...rest, onlyJsonType: true, maxBytes });
  const follow = createFollower(chains, (query) => ask('status', query));
  const tooHigh = (fee: bigint, units: bigint) =>
    fee * 10_000n > units * BigInt(maxFeeBps)
      ? refusal('not_allowed', `LI.FI’s fees are above the limit of ${maxFeeBps / 100} %.`)
      : null;
  const expiresAt = () => new Date(clock.nowMs() + quoteMs);
  /** Loaded on demand: most processes have no Solana. */
  const onSolana = async () => {
    const there = solana();
    const { createSolanaSwaps } = await import('./solana/solana-swaps.ts');
    return there?.trader ? createSolanaSwaps(there, (query) => ask('quote', query)) : null;
  };
  return {
    name: 'lifi',
    async check(id) {
      const [here, there] = [chains(id), id === 'solana' ? solana() : null];
      if (there) return checkJupiter(there);
      return here ? checkLifi(here) : [];
    },
    async quote(input) {
      if (isOnSolana(input)) {
        const found = (await (await onSolana())?.quote(input).catch(refusalOf)) ?? notSetUp;
        if ('refused' in found) return found;
        return tooHigh(found.feeUnits, input.units) ?? { ...found, expiresAt: expiresAt() };
      }
      const asked = askedFor(chains, input, clock.nowMs());
      if ('refused' in asked) return asked;
      const offer = await ask('quote', queryOf(asked)).then(
        (answer) => readOrRefuse(answer, asked),
        refusalOf,
      );
      if ('refused' in offer) return offer;
      const tooDear = tooHigh(offer.feeUnits, input.units);
      if (tooDear) return tooDear;
      const { outputUnits, feeUnits, data, tool } = offer;
      return {
        provider: 'lifi',
        input,
        expectedUnits: outputUnits,
        leastUnits: outputUnits,
        feeUnits,
        gas: [await gasUnits(chainAt(chains, input.from.chain), offer.gasLimit)],
        expectedSeconds: offer.seconds,
        expiresAt: expiresAt(),
        notes: { tool, data },
      };
    },
    async build(quote) {
      if (!isOnSolana(quote.input)) return buildCall(chains, quote, clock.nowMs());
      const there = await onSolana();
      if (!there) throw new Error(notSetUp.text);
      return there.build(quote);
    },
    read: async (call) =>
      call.chain === 'solana' ? ((await onSolana())?.read(call) ?? null) : meaningOf(call),
    async rehearse(call, { input }) {
      return isOnSolana(input) ? null : rehearseCall(chainAt(chains, call.chain), input.sender, call.data);
    },
    async status(quote, sent) {
      if (!isOnSolana(quote.input)) return follow(quote, sent);
      return (await onSolana())?.status(quote, sent) ?? { state: 'unknown', text: notSetUp.text };
    },
  };
}

const notSetUp = refusal('unavailable', 'Solana is not set up.');

/** Whether this is an exchange within Solana. LI.FI is not used between Solana and other chains. */
function isOnSolana({ from, to }: QuoteInput): boolean {
  return from.chain === 'solana' && to.chain === 'solana';
}

/** Bridging to Solana is refused: each bridge encodes the receiver in its own format, which we cannot verify. */
function askedFor(chains: RouteChains, input: QuoteInput, nowMs: number): Asked | RouteRefusal {
  const { from, to, units, recipient, sender } = input;
  if (from.chain === to.chain) return refusal('no_way', 'LI.FI is used between chains only.');
  const [here, there] = [chains(from.chain), chains(to.chain)];
  if (!here || !there) {
    const { name } = chainFacts[here ? to.chain : from.chain];
    return refusal('unavailable', `LI.FI is not available for ${name} here.`);
  }
  if (!acrossPools[here.chain.id] || !acrossPools[there.chain.id])
    return refusal('no_way', 'LI.FI’s bridge is not on both chains.');
  const [fromToken, toToken] = [tokenContract(here, from.token), tokenContract(there, to.token)];
  if (fromToken === undefined || toToken === undefined)
    return refusal('no_way', 'One of the chains does not have this token.');
  if (fromToken === null || toToken === null)
    return refusal('no_way', 'LI.FI is used for tokens only, not for native money.');
  if (units <= 0n) return refusal('too_small', 'There is nothing to move.');
  if (!isAddress(recipient) || !isAddress(sender))
    return refusal('not_allowed', 'Sender and recipient must be EVM addresses.');
  const [fromChainId, toChainId] = [here.chain.chainId, there.chain.chainId];
  return { input, fromChainId, toChainId, fromToken, toToken, nowMs };
}

function queryOf({ input, fromChainId, toChainId, fromToken, toToken }: Asked): URLSearchParams {
  const isStable = stable.includes(input.from.token) && stable.includes(input.to.token);
  return new URLSearchParams({
    fromChain: String(fromChainId),
    toChain: String(toChainId),
    fromToken,
    toToken,
    fromAmount: input.units.toString(),
    fromAddress: input.sender,
    toAddress: input.recipient,
    slippage: isStable ? slippage.stable : slippage.volatile,
    order: 'CHEAPEST',
    allowBridges: bridgeName,
    allowDestinationCall: 'false',
  });
}

function readOrRefuse(answer: unknown, asked: Asked) {
  try {
    return readOffer(answer, asked);
  } catch (error) {
    return refusal('not_allowed', `LI.FI’s quote was refused: ${messageOf(error)}.`);
  }
}

function refusalOf(error: unknown): RouteRefusal {
  if (error instanceof AnsweredStatus && error.status === 404)
    return refusal('no_liquidity', 'LI.FI knows no bridge for this amount now.');
  return refusal('unavailable', 'LI.FI does not answer as it should right now.');
}

/** Verifies the call again, since the quote may come from the database. */
function buildCall(chains: RouteChains, { input, notes, leastUnits }: RouteQuote, nowMs: number): RouteCall {
  const asked = askedFor(chains, input, nowMs);
  if ('refused' in asked) throw new Error(asked.text);
  const data = String(notes['data']);
  if (leastUnits > checkCall(data, asked).outputUnits)
    throw new Error('the call accepts less than the route');
  const approval = { token: asked.fromToken, spender: lifiDiamond, units: input.units };
  return { chain: input.from.chain, to: lifiDiamond, data, value: 0n, approval };
}

function meaningOf({ data }: RouteCall): CallMeaning | null {
  try {
    const { token, toToken, units, outputUnits, receiver } = readBridgeCall(parseBytes(data));
    return { tokenIn: token, tokenOut: toToken, units, leastUnits: outputUnits, recipient: receiver };
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
