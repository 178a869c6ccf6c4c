import type { BlockRef, NewArrival, NewDeparture } from '../ledger-port.ts';
import type { LiveChain } from '../live-chain.ts';
import { isLarge, nativeToken } from './arrivals-in-block.ts';

/*
 * Money that contracts send has no log and no transaction of its own: only the balance shows it. The invariant, for each
 * address and each block at which its balance is read, over what was seen on the verified chain up to that block:
 *
 *   balance = native arrivals + balance arrivals - departures
 *
 * Deposit addresses start empty, so there is no first balance to remember. Whatever the balance has beyond the right side
 * is a new balance arrival of that block, which makes the equation hold. Why nothing is counted twice:
 * - A block's transactions are recorded in the step that verifies the block, or never. So the sum for a balance at block n
 *   has all native arrivals up to n that will ever be recorded; the others come as a difference.
 * - A flush is a departure by its log. If its log was missed, the right side is too high, so that less is found, until the
 *   second look brings the log. A flush never becomes an arrival.
 * - An abandoned block takes all three kinds of rows with it, so the sum is always of one chain.
 * - Balances are read by the hash of the block, and the sum is of rows that only the holder of the chain can change.
 */

export interface BalanceLook {
  block: BlockRef;
  address: string;
  balance: bigint;
}

/** What is known without these looks: up to the step, and in the step itself. */
interface Seen {
  known: ReadonlyMap<string, bigint>;
  arrivals: readonly NewArrival[];
  departures: readonly NewDeparture[];
}

/** The looks are in the order of their blocks. */
export function balanceFindings(
  chain: LiveChain,
  looks: readonly BalanceLook[],
  { known, ...step }: Seen,
): { arrivals: NewArrival[]; departures: NewDeparture[] } {
  const arrivals: NewArrival[] = [];
  const departures: NewDeparture[] = [];
  const token = nativeToken(chain);
  for (const { block, address, balance } of looks) {
    const isCounted = (row: NewArrival | NewDeparture) =>
      row.address === address && row.block.number <= block.number;
    const expected = withStep(
      new Map([[address, known.get(address) ?? 0n]]),
      [...step.arrivals, ...arrivals].filter(isCounted),
      [...step.departures, ...departures].filter(isCounted),
    );
    const units = balance - (expected.get(address) ?? 0n);
    const identity = `balance:${address.toLowerCase()}`;
    if (units > 0n) {
      arrivals.push({
        kind: 'balance',
        identity,
        token,
        asset: null,
        address,
        payerAddress: null,
        units,
        txHash: null,
        block,
        logIndex: null,
        waitsForFinalized: isLarge(chain.finality, token, units),
      });
    }
    // Without flush logs this is the only sign of money that left. It can hide what came at the same time.
    if (units < 0n && !chain.flushes) departures.push({ identity, address, units: -units, block });
  }
  return { arrivals, departures };
}

/** Adds a step's arrivals and departures to what is known. */
export function withStep(
  known: ReadonlyMap<string, bigint>,
  arrivals: readonly NewArrival[],
  departures: readonly NewDeparture[],
): Map<string, bigint> {
  const sums = new Map(known);
  const add = (address: string, units: bigint) => sums.set(address, (sums.get(address) ?? 0n) + units);
  for (const { kind, address, units } of arrivals) if (kind !== 'log') add(address, units);
  for (const { address, units } of departures) add(address, -units);
  return sums;
}
