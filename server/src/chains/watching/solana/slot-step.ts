import { minuteMs } from '../../../lib/durations.ts';
import { isSlotNotReached } from '../../solana/node.ts';
import type { StepResult } from '../step-result.ts';
import { readBalances } from './balances.ts';
import { look } from './look.ts';
import { settle } from './settle.ts';
import type { UnfinalArrival } from './slot-ledger-port.ts';
import type { SolanaWatcher } from './solana-watcher.ts';
import { isPast, noTreasury, readTreasury } from './treasury.ts';

/**
 * One pass over Solana: reads, then one commit. Any error, crash or lost lease before the commit leaves everything as it
 * was. The cursor's time moves only when every open address is explained: payments expire by it.
 */
export async function takeSlotStep(watcher: SolanaWatcher): Promise<StepResult> {
  try {
    return await pass(watcher);
  } catch (error) {
    // Every node that was asked lags behind what was read before. There is nothing to learn from them now.
    if (isSlotNotReached(error)) return 'idle';
    throw error;
  }
}

/** Before the first whole pass nothing is known of any time. */
const nowhere = { number: 0, hash: '0', time: new Date(0) };

async function pass(watcher: SolanaWatcher): Promise<StepResult> {
  const { node, ledger, accounts, rules } = watcher;
  const held = await ledger.take();
  if (!held) return 'busy';
  if (held.haltedReason !== null) return 'halted';
  await accounts.refresh();
  if (accounts.size === 0) return 'unwatched';
  const reached = held.at?.number ?? 0;
  const clock = await node.clock(rules.asksForSlot ? reached : 0);
  watcher.onClock(clock.slot, clock.time);
  watcher.onPart?.('clock');
  // After the clock: an address that is shown before a payment is in the list before the payment's slot.
  await accounts.refresh();
  const unfinal = await ledger.unfinal();
  const due = await accounts.due();
  const owners = new Map(due.map((owner) => [owner.address, owner]));
  for (const { address } of unfinal)
    if (!owners.has(address)) owners.set(address, await accounts.of(address));
  const all = [...owners.values()];
  const { treasury } = watcher;
  const read = treasury ? [...all, { ...treasury, isReread: false, isSearched: false }] : all;
  const balances = await readBalances(watcher, read, rules.asksForSlot ? clock.slot : 0);
  watcher.onPart?.('balances');
  const settled = await settle(watcher, unfinal);
  watcher.onPart?.('statuses');
  // No balance of the address itself tells what became of money in the treasury: only its history does.
  const atDeposits = ({ account }: UnfinalArrival) =>
    !treasury?.accounts.some((one) => one.account === account);
  const doubtful = settled.doubtful.filter(atDeposits);
  const found = await look(watcher, all, balances, { ...settled, doubtful }, unfinal.filter(atDeposits));
  watcher.onPart?.('histories');
  const { unexplained, unfinished } = found;
  const paid = treasury ? await readTreasury(watcher, treasury, balances, unfinal) : noTreasury;
  watcher.onPart?.('treasury');
  // A node without the transaction, its status and its history says what a fork would: balances say which it was. Of the
  // treasury, those of what came since the mark; what came before was in the history, or is gone by it.
  const gone = settled.gone.filter((one) =>
    atDeposits(one)
      ? !unexplained.includes(one.address)
      : paid.isWhole && !isPast(paid.marks.get(one.account), one.slot),
  );
  const standsBecause = reasonToStand(unexplained, paid.isWhole);
  if (standsBecause && clock.time.getTime() - (held.at ?? nowhere).time.getTime() > minuteMs)
    watcher.warn('chain cursor stands', { reason: standsBecause });
  const isWhole = standsBecause === null && clock.slot > reached;
  const here = { number: clock.slot, hash: String(clock.slot), time: clock.time };
  const isDone = await ledger.commit(held, {
    at: isWhole ? here : (held.at ?? nowhere),
    standsBecause,
    finalizedSlot: Math.max(held.finalNumber, settled.finalizedSlot),
    arrivals: [...found.arrivals, ...paid.arrivals],
    contested: paid.contested,
    departures: found.departures,
    final: settled.final.map(({ arrivalId }) => arrivalId),
    gone: [...gone, ...found.gone, ...paid.gone].map(({ arrivalId }) => arrivalId),
    marks: new Map([...found.marks, ...paid.marks]),
  });
  if (!isDone) return 'idle';
  for (const { signature, addresses } of paid.contested)
    watcher.warn('a transaction names several payments and is credited to none', { signature, addresses });
  paid.keep(gone);
  const open = new Set([...unexplained, ...unfinished]);
  accounts.looked(due.filter(({ address }) => !open.has(address)));
  return unfinished.length > 0 || paid.hasMore ? 'more' : 'idle';
}

/** Null if everything up to the slot is read and explained. */
function reasonToStand(unexplained: readonly string[], isTreasuryRead: boolean): string | null {
  const [first] = unexplained;
  if (first !== undefined)
    return `the history of ${first} does not explain its balance yet (${unexplained.length} addresses)`;
  return isTreasuryRead ? null : "the treasury's history is not read to its end yet";
}
