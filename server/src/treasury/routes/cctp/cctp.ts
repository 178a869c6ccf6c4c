import { isAddress } from 'viem/utils';
import { type ChainId, chains as chainFacts } from '../../../lib/chains/registry.ts';
import type { Clock } from '../../../lib/clock.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { divideRoundingUp } from '../../../lib/money.ts';
import { refusal } from '../providers/bridge-chain.ts';
import type { QuoteInput, RouteProvider, RouteRefusal } from '../providers/provider.ts';
import type { RouteChains, RouteSolana } from '../providers/route-chain.ts';
import { type Attestations, feeDecimals } from './attestations.ts';
import { checkCctp } from './check-cctp.ts';
import { cctpChain } from './contracts.ts';
import { evmSide } from './evm/evm-side.ts';
import { createFollower, sideAt } from './follow-bridge.ts';
import { meaningOf, orderOf } from './quote-bridge.ts';
import type { Sides } from './side.ts';
import { checkPrograms } from './solana/check-programs.ts';
import { solanaSide } from './solana/solana-side.ts';

export interface CctpOptions {
  chains: RouteChains;
  /** Null while Solana is not set up. */
  solana?: () => RouteSolana | null;
  clock: Clock;
  attestations: Attestations;
  /** Quotes with a higher fee are refused. Standard transfers are free on most chains. */
  maxFeeBps?: number;
}

const defaultMaxFeeBps = 10;
/** How long a quote holds. Fees change rarely, and a burn that allows too little reverts. */
const quoteMs = 5 * minuteMs;
const bps = 10n ** BigInt(feeDecimals);

/** Circle's bridge for USDC (CCTP V2): burnt on one chain, attested by Circle, minted on the other. */
export function createCctp(options: CctpOptions): RouteProvider {
  const { chains, solana = () => null, clock, attestations, maxFeeBps = defaultMaxFeeBps } = options;
  const sides = createSides(chains, solana);
  return {
    name: 'cctp',
    async check(id) {
      const facts = cctpChain(id);
      if (!facts) return [];
      const [here, there] = [chains(id), id === 'solana' ? solana() : null];
      if (there) return [await checkPrograms(there, facts)];
      return here ? [await checkCctp(here, facts)] : [];
    },
    async quote(input) {
      const way = wayOf(sides, input);
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
        gas: await Promise.all([source.burnGas(), destination.mintGas()]),
        expectedSeconds: source.finalitySeconds + chainFacts[input.to.chain].typicalSeconds,
        expiresAt: new Date(clock.nowMs() + quoteMs),
        notes: { max_fee: fee.toString() },
      };
    },
    async build(quote) {
      const { from, to } = quote.input;
      const order = await orderOf(sideAt(sides, to.chain), quote);
      return sideAt(sides, from.chain).burnCall(order);
    },
    read: (call) => meaningOf(sides, call),
    status: createFollower(sides, attestations),
  };
}

/** The sides of the bridge on chains that are set up. */
function createSides(chains: RouteChains, solana: () => RouteSolana | null): Sides {
  return (id) => {
    const facts = cctpChain(id);
    if (!facts) return null;
    if (id === 'solana') {
      const there = solana();
      return there ? solanaSide(there, facts) : null;
    }
    const here = chains(id);
    return here ? evmSide(here, facts) : null;
  };
}

function wayOf(sides: Sides, { from, to, units, recipient }: QuoteInput) {
  if (from.token !== 'USDC' || to.token !== 'USDC' || from.chain === to.chain)
    return refusal('no_way', 'Circle’s bridge only moves USDC from one chain to another.');
  const [source, destination] = [endAt(sides, from.chain), endAt(sides, to.chain)];
  if ('refused' in source) return source;
  if ('refused' in destination) return destination;
  if (units <= 0n) return refusal('too_small', 'There is nothing to move.');
  if (to.chain !== 'solana' && !isAddress(recipient))
    return refusal('not_allowed', 'The recipient is not an EVM address.');
  return { source, destination };
}

function endAt(sides: Sides, id: ChainId) {
  const { name } = chainFacts[id];
  if (!cctpChain(id)) return refusal('no_way', `Circle’s bridge does not serve ${name}.`);
  return sides(id) ?? refusal('unavailable', `${name} is not set up.`);
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
