import { inParallel, type SolanaNode } from '../../../chains/solana/node.ts';
import { movementsIn } from '../../../chains/solana/recognise.ts';
import type { IncomingTransfer } from '../surplus.ts';

const readAtOnce = 100;

/** What came into an account of the treasury, newest first, down to a slot. Without what came from another treasury. */
export async function* searchSolana(
  node: SolanaNode,
  treasuries: readonly string[],
  { account, mint }: { account: string; mint: string | null },
  fromSlot: number,
): AsyncGenerator<IncomingTransfer[]> {
  const wanted = { commitment: 'finalized', atLeast: 0, downTo: fromSlot } as const;
  const entries = (await node.history(account, wanted)).filter(
    ({ isFailed, slot }) => !isFailed && slot >= fromSlot,
  );
  for (let start = 0; start < entries.length; start += readAtOnce) {
    const part = entries.slice(start, start + readAtOnce);
    const transactions = await inParallel(part, ({ signature }) => node.transaction(signature));
    yield transactions.flatMap((transaction): IncomingTransfer[] => {
      if (!transaction) return [];
      const came = movementsIn(transaction, (address) => treasuries.includes(address)).find(
        (one) => one.account === account && one.mint === mint && one.units > 0n,
      );
      const { signature: txHash, slot: block } = transaction;
      return came && !treasuries.includes(came.payer ?? '')
        ? [{ txHash, place: account, block, from: came.payer, units: came.units }]
        : [];
    });
  }
}
