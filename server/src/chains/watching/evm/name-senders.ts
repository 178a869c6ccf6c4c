import type { NewArrival } from '../ledger-port.ts';
import { walletAddress } from './arrivals-in-block.ts';
import type { Watcher } from './watcher.ts';

/** Of one step. Each takes about eight requests. */
const maxSearched = 20;

interface Search {
  /** No block before it is asked for. */
  oldest: number;
  /** Transactions that this step has found already. */
  recorded: readonly string[];
}

/**
 * Looks for the transactions of native money that only a balance showed: where no native money is expected, full blocks are
 * not read. What a contract sent has none, and what came in several transfers is not told apart. The block of an arrival stays the
 * one it was found in, so that balances add up.
 */
export async function nameSenders(
  watcher: Watcher,
  arrivals: readonly NewArrival[],
  search: Search,
): Promise<NewArrival[]> {
  const named: NewArrival[] = [];
  for (const [index, arrival] of arrivals.entries())
    named.push(index < maxSearched ? await nameSender(watcher, arrival, search) : arrival);
  return named;
}

async function nameSender(watcher: Watcher, arrival: NewArrival, search: Search): Promise<NewArrival> {
  try {
    const number = await blockOf(watcher, arrival, search.oldest);
    return number === null ? arrival : await namedIn(watcher, arrival, number, search.recorded);
  } catch (error) {
    // The money is recorded without it.
    watcher.warn('could not search for who sent native money', error);
    return arrival;
  }
}

/** The only block that changed the balance, by these units; null if there are others, or it is too old. */
async function blockOf(
  watcher: Watcher,
  { block, address, units }: NewArrival,
  oldest: number,
): Promise<number | null> {
  if (block.number <= oldest) return null;
  const now = await balanceAt(watcher, block.number, address);
  let [before, reached] = [oldest, block.number];
  if ((await balanceAt(watcher, before, address)) !== now - units) return null;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    const balance = await balanceAt(watcher, middle, address);
    if (balance === now) reached = middle;
    else if (balance === now - units) before = middle;
    else return null;
  }
  return reached;
}

async function balanceAt({ node }: Watcher, number: number, address: string): Promise<bigint> {
  const header = await node.header(number);
  const [balance] = header ? await node.balances(header, [address]) : [];
  if (balance === undefined) throw new Error(`block ${number} is not there`);
  return balance;
}

/** A transaction that is recorded already has paid something else than what is looked for. */
async function namedIn(
  { chain, node, ledger }: Watcher,
  arrival: NewArrival,
  number: number,
  recorded: readonly string[],
): Promise<NewArrival> {
  const [block] = await node.blocks(number, number, true);
  const [transaction, ...others] = (block?.transactions ?? []).filter(
    ({ to, units }) => to === arrival.address.toLowerCase() && units > 0n,
  );
  if (!block || !transaction || others.length > 0 || transaction.units !== arrival.units) return arrival;
  if (!(await node.succeeded(block, [transaction.hash])).has(transaction.hash)) return arrival;
  const known = [...recorded, ...(await ledger.nativeHashes(chain.id, arrival.address))];
  if (known.includes(transaction.hash)) return arrival;
  return { ...arrival, txHash: transaction.hash, payerAddress: walletAddress(transaction.from) };
}
