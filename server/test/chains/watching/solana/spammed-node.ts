import { type HistoryEntry, historyPage, type SolanaNode } from '../../../../src/chains/solana/node.ts';
import type { TokenBalance } from '../../../../src/chains/solana/transaction.ts';

/** Transactions of strangers that name an account of ours and change nothing. */
export interface Spam {
  account: string;
  count: number;
  /** Their slot. Real transactions of the same slot come before them. */
  slot: number;
  isFailed?: boolean;
  /** Of tokens, which each transaction leaves as they are. */
  balances?: TokenBalance[];
  /** Lamports of the account, which they leave as they are, too. */
  lamports?: bigint;
}

/** A node that lists spam among the real transactions, a page at a time as real ones do. */
export function spammedNode(node: SolanaNode, spam: Spam): SolanaNode & { read: Set<string> } {
  const { slot, isFailed = false } = spam;
  const read = new Set<string>();
  const isSpam = (signature: string) => signature.startsWith('spam');
  const historyPageOf: SolanaNode['historyPage'] = async (account, wanted) => {
    if (account !== spam.account) return node.historyPage(account, wanted);
    const real = await node.history(account, { ...wanted, downTo: 0 });
    const sent = Array.from(
      { length: spam.count },
      (_, index): HistoryEntry => ({ signature: `spam${index}`, slot, isFailed, isFinalized: true }),
    );
    const newer = real.filter((one) => one.slot > slot);
    const all = [...newer, ...sent, ...real.slice(newer.length)];
    const indexOf = (signature: string | undefined) => all.findIndex((one) => one.signature === signature);
    const from = wanted.before === undefined ? 0 : indexOf(wanted.before) + 1;
    const until = indexOf(wanted.until);
    return all.slice(from, Math.min(until < 0 ? all.length : until, from + historyPage));
  };
  return {
    ...node,
    read,
    historyPage: historyPageOf,
    async transaction(signature) {
      if (!isSpam(signature)) return node.transaction(signature);
      read.add(signature);
      const [keys, same] = [
        ['stranger', spam.account],
        [1n, spam.lamports ?? 1n],
      ];
      const balances = spam.balances ?? [];
      const tokens = { tokensBefore: balances, tokensAfter: balances, instructions: [], memos: [] };
      const rest = { fee: 5000n, signers: 1, before: same, after: same, ...tokens };
      return { signature, slot, time: new Date(), isFailed, keys, ...rest };
    },
  };
}
