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
const maxKept = 2000;

/** One transaction of an account's history. */
export interface Read {
  entry: HistoryEntry;
  /** Null for one that failed and moved nothing. */
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
  for await (const { entries, isTop } of walkHistory(sender.reads, sender.paths, account, wanted)) {
    isWhole = isTop;
    for (const part of slotsOf(entries)) {
      const transactions = await readAll(sender, own, part);
      const around = ({ signature }: HistoryEntry) => {
        const one = transactions.get(signature);
        return one && unitsAround(one, own);
      };
      const ordered = inChain(part, around, units);
      const reads: Read[] = [];
      for (const [index, entry] of ordered.entries()) {
        const one = around(entry);
        const counts = entry.slot <= balance.slot;
        if (counts && one) expectEqual(account, units, one.before);
        if (counts) units = one?.after ?? units;
        isFinal &&= entry.isFinalized;
        const isTurnOfSlot = entry.slot !== ordered[index + 1]?.slot;
        // The node goes on after the mark in its own order.
        const mark = { signature: part[index]?.signature ?? entry.signature, units };
        const transaction = transactions.get(entry.signature) ?? null;
        reads.push({ entry, transaction, mark: counts && isFinal && isTurnOfSlot ? mark : null });
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

/** Without those that failed, which move nothing but the fee. */
async function readAll(
  { reads, read, signer }: SolanaSender,
  { account }: BalanceAccount,
  entries: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, SolanaTransaction>> {
  const moving = entries.filter(({ isFailed }) => !isFailed || account === signer.feePayer);
  const found = await inParallel(moving, async ({ signature, slot, isFinalized }) => {
    const transaction = read.get(signature) ?? (await reads.transaction(signature));
    if (transaction?.slot !== slot) throw new Error(`the node lists ${signature} and does not have it`);
    if (read.size >= maxKept) read.clear();
    if (isFinalized) read.set(signature, transaction);
    return [signature, transaction] as const;
  });
  return new Map(found);
}
