import { normalBaseFee } from './chain/model-chain.ts';
import type { Fault } from './faults.ts';
import type { Cast } from './history.ts';
import { confirmations, operator } from './operator.ts';

/** Faults that happen to the chain, the clock or the database, whatever is under way. */
export async function applyToWorld(cast: Cast, { kind, number }: Fault): Promise<void> {
  const { world } = cast;
  const { chain, clock, trace, stage } = world;
  trace.add(`fault: ${kind} ${number}`);
  const depth = 1 + (number % confirmations);
  switch (kind) {
    case 'reorganisation':
      return chain.reorganise(depth, 0, clock.nowMs());
    case 'losing-reorganisation':
      return chain.reorganise(depth, 0.5, clock.nowMs());
    case 'drop-mempool':
      return chain.dropMempool();
    case 'fee-spike':
      chain.baseFee = normalBaseFee * BigInt(2 + (number % 20));
      return;
    case 'foreign-nonce':
      return useNonce(cast);
    case 'lease-ends':
      return clock.advance(61_000);
    case 'minutes-pass':
      return clock.advance(60_000 * (1 + (number % 8)));
    case 'clock-back':
      return clock.advance(-(number % 3000));
    case 'restore':
      break;
    default:
      throw new Error(`${kind} happens to an operation`);
  }
  await stage.settle();
}

/** Somebody else sends with the operator's key. */
function useNonce({ world: { chain } }: Cast): void {
  const nonce = chain.tip.state.counts.get(operator) ?? 0;
  const offer = chain.baseFee * 100n;
  chain.submit({
    kind: 'signed',
    hash: chain.hash(),
    from: operator,
    nonce,
    to: operator,
    data: '0x',
    maxFee: offer,
    tip: 1n,
  });
}
