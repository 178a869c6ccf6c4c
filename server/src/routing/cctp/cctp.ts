import { isAddress } from 'viem/utils';
import { type ChainId, chains as chainFacts } from '../../chains/registry.ts';
import type { Clock } from '../../clock.ts';
import { minuteMs } from '../../durations.ts';
import { divideRoundingUp } from '../../money.ts';
import { gasUnits, refusal } from '../bridge-chain.ts';
import type { QuoteInput, RouteProvider, RouteRefusal } from '../provider.ts';
import type { RouteChains } from '../route-chain.ts';
import { type Attestations, feeDecimals } from './attestations.ts';
import { burnCall, meaningOf } from './burning.ts';
import { cctpChain } from './contracts.ts';
import { createFollower } from './following.ts';

export interface CctpOptions {
  chains: RouteChains;
  clock: Clock;
  attestations: Attestations;
  /** A transfer with a higher fee is refused. Standard transfers are free on most chains. */
  maxFeeBps?: number;
}

const defaultMaxFeeBps = 10;
/** Fees change rarely. A burn that allows too low a fee reverts. */
const quoteMs = 5 * minuteMs;
/** What Circle's own client estimates, with an approval. */
const burnGas = 230_000n;
const mintGas = 240_000n;
const bps = 10n ** BigInt(feeDecimals);

/** Circle's bridge for USDC (CCTP V2): burnt on one chain, attested by Circle, minted on the other. */
export function createCctp(options: CctpOptions): RouteProvider {
  const { chains, clock, attestations, maxFeeBps = defaultMaxFeeBps } = options;
  return {
    name: 'cctp',
    async quote(input) {
      const way = wayOf(chains, input);
      if ('refused' in way) return way;
      const { source, destination } = way;
      const fee = await feeFor(attestations, way, input.units, maxFeeBps);
      if (typeof fee !== 'bigint') return fee;
      if (fee >= input.units) return refusal('too_small', 'The amount does not cover Circle’s fee.');
      return {
        provider: 'cctp',
        input,
        expectedUnits: input.units - fee,
        leastUnits: input.units - fee,
        feeUnits: fee,
        gas: await Promise.all([gasUnits(source.here, burnGas), gasUnits(destination.here, mintGas)]),
        expectedSeconds: source.finalitySeconds + chainFacts[input.to.chain].typicalSeconds,
        expiresAt: new Date(clock.nowMs() + quoteMs),
        notes: { max_fee: fee.toString() },
      };
    },
    build: async (quote) => burnCall(chains, quote),
    read: async (call) => meaningOf(chains, call),
    status: createFollower(chains, attestations),
  };
}

function wayOf(chains: RouteChains, { from, to, units, recipient }: QuoteInput) {
  if (from.token !== 'USDC' || to.token !== 'USDC' || from.chain === to.chain)
    return refusal('no_way', 'Circle’s bridge only moves USDC from one chain to another.');
  const [source, destination] = [endAt(chains, from.chain), endAt(chains, to.chain)];
  if ('refused' in source) return source;
  if ('refused' in destination) return destination;
  if (units <= 0n) return refusal('too_small', 'There is nothing to move.');
  if (!isAddress(recipient)) return refusal('not_allowed', 'The recipient is not an EVM address.');
  return { source, destination };
}

function endAt(chains: RouteChains, id: ChainId) {
  const facts = cctpChain(id);
  const { name } = chainFacts[id];
  if (id === 'solana')
    return refusal('unavailable', 'Transfers over Circle’s bridge from and to Solana are not available yet.');
  if (!facts) return refusal('no_way', `Circle’s bridge does not serve ${name}.`);
  const here = chains(id);
  return here ? { ...facts, here } : refusal('unavailable', `${name} is not set up.`);
}

type Way = Exclude<ReturnType<typeof wayOf>, RouteRefusal>;

async function feeFor(
  attestations: Attestations,
  { source, destination }: Way,
  units: bigint,
  maxFeeBps: number,
): Promise<bigint | RouteRefusal> {
  const fee = await attestations.feeOf(source.domain, destination.domain).catch(() => undefined);
  if (fee === undefined) return refusal('unavailable', 'Circle’s service does not state its fee right now.');
  if (fee === null) return refusal('unavailable', 'Circle offers no standard transfer between these chains.');
  if (fee > BigInt(maxFeeBps) * bps)
    return refusal('not_allowed', `Circle’s fee is above the limit of ${maxFeeBps / 100} %.`);
  return divideRoundingUp(units * fee, 10_000n * bps);
}
