import { ancestor } from './chain/block.ts';
import { normalBaseFee } from './chain/model-chain.ts';
import type { Fault, FaultKind } from './faults.ts';
import type { Cast } from './history.ts';
import { confirmations, operator } from './operator.ts';

/** Whether a fault would change anything now. Those of the chain wait until money is in the newest blocks or on its way. */
export function isHarmful({ world: { chain } }: Cast, kind: FaultKind): boolean {
  switch (kind) {
    case 'reorganisation':
    case 'losing-reorganisation': {
      const depths = Array.from({ length: confirmations }, (_, depth) => chain.tip.number - depth);
      return depths.some((number) => (ancestor(chain.tip, number)?.transactions.length ?? 0) > 0);
    }
    case 'drop-mempool':
    case 'fee-spike':
    case 'foreign-nonce':
      return chain.mempool.some((one) => one.kind === 'signed');
    default:
      return true;
  }
}

/** Faults that happen to the chain, the clock or the database, whatever is under way. */
export async function applyToWorld(cast: Cast, { kind, number }: Fault): Promise<void> {
  const { world } = cast;
  const { chain, clock, trace, stage } = world;
  trace.add(`fault: ${kind} ${number}`);
  // Deep enough for the money that it is about.
  const depth = Math.max(1 + (number % confirmations), newestMoney(cast));
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

/** How deep the newest block with a transaction is, from 1. */
function newestMoney({ world: { chain } }: Cast): number {
  for (let depth = 0; depth < confirmations; depth++)
    if (ancestor(chain.tip, chain.tip.number - depth)?.transactions.length) return depth + 1;
  return 1;
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
