import { type HistoryEntry, type HistoryWanted, historyPage, type SolanaNode } from './node.ts';

/*
 * Nodes list a history newest first. It is read oldest first, so that a mark can follow: all up to the mark was read, and
 * a reader that stops, or is killed, goes on from there. So the pages are listed down to the mark once, and the ends of
 * those above are kept in memory. Spam makes a history long, and reading it never more than one listing longer.
 */

/** Ends of the pages between the newest transaction and the mark, by account, newest first. */
export type HistoryPaths = Map<string, string[]>;

export interface HistoryPart {
  /** Oldest first. */
  entries: HistoryEntry[];
  /** Whether nothing newer follows. */
  isTop: boolean;
}

/** Pages listed in one walk, which must end within a step's deadline. The next walk goes on below them. */
const maxPages = 200;

/** An account's history above the mark, oldest first. Ends before the top if it takes too many pages. */
export async function* walkHistory(
  node: Pick<SolanaNode, 'historyPage'>,
  paths: HistoryPaths,
  account: string,
  { mark, ...wanted }: HistoryWanted & { mark: string | undefined },
): AsyncGenerator<HistoryPart, void> {
  const path = paths.get(account) ?? [];
  paths.set(account, path);
  let until = mark;
  let lowest = 0;
  let bottom: string | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const listed = await node.historyPage(account, { ...wanted, before: path.at(-1), until });
    // A node that does not have `until` any more, since a fork dropped it, lists what is below it too.
    const page = listed.filter(({ slot }) => slot >= lowest);
    const [newest, oldest] = [page[0], page.at(-1)];
    if (oldest && page.length === historyPage && oldest.signature !== bottom) {
      path.push(oldest.signature);
      continue;
    }
    const isTop = path.length === 0;
    if (isTop) paths.delete(account);
    if (isTop || newest) yield { entries: page.toReversed(), isTop };
    if (isTop) return;
    bottom = path.pop();
    if (newest) until = newest.signature;
    if (oldest) lowest ||= oldest.slot;
  }
}
