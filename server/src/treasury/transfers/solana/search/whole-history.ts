import { type BalanceAccount, type HistoryEntry, inParallel } from '../../../../chains/solana/node.ts';
import { unitsAround } from '../../../../chains/solana/recognise.ts';
import type { SolanaAccount } from '../../../../chains/solana/sender-node.ts';
import type { SolanaTransaction } from '../../../../chains/solana/transaction.ts';
import { walkHistory } from '../../../../chains/solana/walk-history.ts';
import { inChain } from '../../../../chains/watching/solana/treasury.ts';
import type { TreasuryMark } from '../../unknown-store.ts';
import type { SolanaSender } from '../solana-sender.ts';

/** Transactions read before the mark moves. */
const readAtOnce = 100;
/** Of those that were read, so that a step that is cut short, or another account, has them: more than of any one slot. */
const maxKept = 10_000;

/** One transaction of an account's history. */
export interface Read {
  entry: HistoryEntry;
  /** Null for one that failed and was not read. */
  transaction: SolanaTransaction | null;
  /** Where reading can go on, if the history up to here is finalized and whole. */
  mark: TreasuryMark | null;
}

/**
 * Reads an account's history from the mark on, oldest first. Throws where a node leaves something out: each transaction up to
 * the slot of the balance must start with what the account had after the last one, and the last one end with the balance.
 * An account without a mark starts empty.
 */
export async function* readWhole(
  sender: SolanaSender,
  own: BalanceAccount,
  from: TreasuryMark | null,
  balance: { units: bigint; slot: number },
): AsyncGenerator<Read[], void> {
  const { account } = own;
  const wanted = { commitment: 'confirmed', atLeast: balance.slot, mark: from?.signature } as const;
  let units = from?.units ?? 0n;
  let isWhole = false;
  let isFinal = true;
  let rest: HistoryEntry[] = [];
  for await (const { entries, isTop } of walkHistory(sender.reads, sender.paths, account, wanted)) {
    isWhole = isTop;
    // The balance does not have those that are newer.
    const counted = [...rest, ...entries.filter(({ slot }) => slot <= balance.slot)];
    // The next page may go on with the same slot.
    rest = isTop ? [] : counted.filter(({ slot }) => slot === counted.at(-1)?.slot);
    for (const part of slotsOf(counted.slice(0, counted.length - rest.length))) {
      const { ordered, transactions } = await readPart(sender, own, part, units);
      const reads: Read[] = [];
      for (const [index, entry] of ordered.entries()) {
        const transaction = transactions.get(entry.signature) ?? null;
        const one = transaction && unitsAround(transaction, own);
        if (one) expectEqual(account, units, one.before);
        units = one?.after ?? units;
        isFinal &&= entry.isFinalized;
        const isTurnOfSlot = entry.slot !== ordered[index + 1]?.slot;
        // The node goes on after the mark in its own order.
        const mark = { signature: part[index]?.signature ?? entry.signature, units };
        reads.push({ entry, transaction, mark: isFinal && isTurnOfSlot ? mark : null });
      }
      yield reads;
    }
  }
  if (!isWhole) throw new Error('the treasury has many new transactions, which are still being read');
  expectEqual(account, units, balance.units);
}

function expectEqual(account: string, units: bigint, found: bigint): void {
  if (units !== found)
    throw new Error(`the node leaves out transactions of ${account}: they do not explain its balance`);
}

/** What an account holds, of SOL or of its token. */
export function unitsOf({ mint }: BalanceAccount, account: SolanaAccount | null): bigint {
  if (mint === null) return account?.lamports ?? 0n;
  return account && account.data.length >= 72 ? account.data.readBigUInt64LE(64) : 0n;
}

/** Parts of about so many transactions. One slot is never divided: its order is not known before all are read. */
function slotsOf(entries: readonly HistoryEntry[]): HistoryEntry[][] {
  const parts: HistoryEntry[][] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last && (last.length < readAtOnce || last.at(-1)?.slot === entry.slot)) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
}

/**
 * Transactions of a part in their order. Of failed ones only those are read that show what the account has after them. If
 * something is missing before that, all are: an account pays for the failed ones that it signed first.
 */
async function readPart(
  sender: SolanaSender,
  own: BalanceAccount,
  part: readonly HistoryEntry[],
  units: bigint,
): Promise<{ ordered: HistoryEntry[]; transactions: ReadonlyMap<string, SolanaTransaction> }> {
  const isNative = own.mint === null;
  const paysAll = own.account === sender.signer.feePayer;
  const last = part.at(-1)?.slot;
  const read = async (entries: readonly HistoryEntry[]) => {
    const transactions = await readAll(sender, entries);
    const around = ({ signature }: HistoryEntry) => {
      const one = transactions.get(signature);
      return one && unitsAround(one, own);
    };
    const ordered = inChain(part, around, units);
    let at = units;
    const isWhole = ordered.every((entry) => {
      const one = around(entry);
      const fits = !one || one.before === at;
      at = one?.after ?? at;
      return fits;
    });
    return { ordered, transactions, isWhole };
  };
  const first = await read(part.filter((one) => !one.isFailed || paysAll || (isNative && one.slot === last)));
  return first.isWhole || !isNative ? first : read(part);
}

async function readAll(
  sender: SolanaSender,
  entries: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, SolanaTransaction>> {
  const { reads, read } = sender;
  const found = await inParallel(entries, async ({ signature, slot, isFinalized }) => {
    const transaction = read.get(signature) ?? (await reads.transaction(signature));
    if (transaction?.slot !== slot) throw new Error(`the node lists ${signature} and does not have it`);
    if (isFinalized) keep(read, signature, transaction);
    return [signature, transaction] as const;
  });
  return new Map(found);
}

function keep(read: Map<string, SolanaTransaction>, signature: string, transaction: SolanaTransaction): void {
  read.set(signature, transaction);
  const [oldest] = read.keys();
  if (read.size > maxKept && oldest !== undefined) read.delete(oldest);
}
