import type { EvmNode } from '../../../chains/evm/node.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import type { Db } from '../../../platform/db/client.ts';
import { paidCall, readBoolean } from '../../transfers/evm/vault-calls.ts';
import {
  selectComing,
  selectFinalBlock,
  selectHeld,
  selectLeft,
  selectReceivers,
  selectRouted,
  selectSending,
  selectUnfinal,
} from '../reconcile-store.ts';
import { type Comparison, differenceIn } from '../reconciliation.ts';

/**
 * Compares the ledger with a chain at the newest final block, for every token. Null before the first block. Throws if
 * the node has pruned that block's state, which happens if the chain was not read for a while.
 */
export async function compareWithChain(
  db: Db,
  node: EvmNode,
  chain: LiveChain,
  vault: string,
): Promise<{ blockNumber: number; blockTime: Date; comparisons: Comparison[] } | null> {
  const kept = await db.begin('isolation level repeatable read read only', async (tx) => {
    const block = await selectFinalBlock(tx, chain.id);
    if (!block) return null;
    return {
      block: { number: Number(block.number), hash: block.hash },
      blockTime: block.block_time,
      held: await selectHeld(
        tx,
        chain.id,
        chain.tokens.map(({ symbol }) => symbol),
      ),
      unfinal: await selectUnfinal(tx, chain.id, block.number),
      receivers: await selectReceivers(tx, chain.id),
      sending: await selectSending(tx, chain.id),
      routed: await selectRouted(tx, chain.id, block.number),
      later: await selectLeft(tx, chain.id, block.number),
      coming: await selectComing(tx, chain.id),
    };
  });
  if (!kept) return null;
  const { block, held, unfinal, receivers } = kept;
  const paid = await paidBy(node, block, vault, kept.sending);
  const left = paid.filter(({ is_booked }) => !is_booked);
  const back = kept.sending.filter((payment) => payment.is_booked && !paid.includes(payment));
  const comparisons: Comparison[] = [];
  for (const { symbol: token, address: contract } of chain.tokens) {
    const ledger = (kind: 'deposit_address' | 'vault') =>
      BigInt(held.find((row) => row.kind === kind && row.token === token)?.units ?? '0');
    const addresses = receivers.filter((row) => row.token === token).map(({ address }) => address);
    const [inVault = 0n, ...atAddresses] = await node.balances(block, [vault, ...addresses], contract);
    const atDeposits = atAddresses.reduce((sum, units) => sum + units, 0n);
    const comparison: Comparison = {
      token,
      accounts: [
        { kind: 'deposit_address', ledger: ledger('deposit_address'), onChain: atDeposits },
        { kind: 'vault', ledger: ledger('vault'), onChain: inVault },
      ],
      unfinal:
        unitsOf(unfinal, token) +
        unitsOf(back, token) +
        unitsOf(kept.later, token) -
        unitsOf(left, token) -
        unitsOf(kept.routed, token),
    };
    comparisons.push(kept.coming.includes(token) ? withoutRouteSurplus(comparison) : comparison);
  }
  return { blockNumber: block.number, blockTime: kept.blockTime, comparisons };
}

/** Ignores a surplus while a route is arriving: its exact amount is booked when the step ends. */
function withoutRouteSurplus(comparison: Comparison): Comparison {
  const above = differenceIn(comparison);
  return above > 0n ? { ...comparison, unfinal: comparison.unfinal + above } : comparison;
}

/** The payments that the vault had made by this block, as it says itself. */
async function paidBy<Payment extends { pay_id: string | null }>(
  node: EvmNode,
  block: { number: number; hash: string },
  vault: string,
  sending: readonly Payment[],
): Promise<Payment[]> {
  const named = sending.filter(({ pay_id }) => pay_id !== null);
  if (named.length === 0) return [];
  const answers = await node.calls(
    block,
    named.map(({ pay_id }) => paidCall(vault, pay_id ?? '')),
  );
  return named.filter((_, index) => readBoolean(answers[index] ?? '0x'));
}

function unitsOf(rows: readonly { token: string; units: string }[], token: string): bigint {
  return rows.reduce((sum, row) => (row.token === token ? sum + BigInt(row.units) : sum), 0n);
}
