import type { Address } from 'viem';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import { loadOnce } from '../../lib/load-once.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { ChainAdapter, DepositReport, ObservedTransaction, WatchedDeposit } from '../adapter.ts';
import { type RevertedHint, selectReverted } from '../hints/hint-store.ts';
import type { ArrivalRow, CursorRow } from '../watching/arrival.ts';
import { arrivalsAt, cursorOf } from '../watching/cursors.ts';

/** On demand, like everything that needs viem. */
const loadVault = loadOnce(() => import('../evm/vault.ts'));

/** An EVM chain as its watcher has stored it: looking costs no request to a node. */
export function createEvmAdapter(sql: Sql, clock: Clock, chain: ChainId, vault: string): ChainAdapter {
  return {
    chain,
    async depositAddress(paymentId) {
      const { depositAddress } = await loadVault();
      return depositAddress(vault as Address, paymentId);
    },

    async observe(deposits) {
      // The cursor first: the arrivals are then at least as new as it says.
      const cursor = await cursorOf(sql, chain);
      const addresses = deposits.map(({ address }) => address);
      const arrivals = await arrivalsAt(sql, chain, addresses);
      const reverted = await selectReverted(sql, chain, addresses);
      const ownReverted = byDeposit(reverted);
      const ownArrivals = byDeposit(arrivals);
      const now = clock.now();
      return deposits.map((deposit): DepositReport => {
        const key = keyOf(deposit);
        return {
          depositId: deposit.depositId,
          transactions: [
            ...(ownReverted.get(key) ?? []).map(failedTransaction),
            ...(ownArrivals.get(key) ?? []).flatMap((arrival) => observed(deposit, cursor, arrival)),
          ],
          asOf: cursor?.block_time ?? new Date(0),
          // Arrivals make a deposit due. Until one comes there is nothing to look for before the deadline.
          askAgainAt: deposit.expiresAt > now ? deposit.expiresAt : null,
        };
      });
    },
  };
}

type AtDeposit = Pick<ArrivalRow, 'address' | 'token'>;

const keyOf = ({ address, token }: AtDeposit) => `${address} ${token}`;

/** A block may hold a thousand arrivals. */
function byDeposit<Row extends AtDeposit>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function observed(
  deposit: WatchedDeposit,
  cursor: CursorRow | null,
  arrival: ArrivalRow,
): ObservedTransaction[] {
  const transaction = {
    txHash: arrival.tx_hash,
    payerAddress: arrival.payer_address,
    at: arrival.block_time,
    units: BigInt(arrival.units),
  };
  if (arrival.state !== 'gone') {
    const { state, confirmations } = arrival;
    return [{ ...transaction, status: { state, confirmations } }];
  }
  // A transaction whose block was abandoned usually comes back in another one. After the deadline it would be late.
  const isOver =
    cursor && cursor.final_number > arrival.block_number && cursor.block_time > deposit.expiresAt;
  return isOver ? [{ ...transaction, status: dropped }] : [];
}

/** A transaction of the customer's wallet that the chain executed and undid. */
function failedTransaction(hint: RevertedHint): ObservedTransaction {
  return {
    txHash: hint.tx_hash,
    payerAddress: hint.payer_address,
    at: hint.block_time,
    units: BigInt(hint.units),
    status: reverted,
  };
}

const reverted = {
  state: 'reverted',
  failureReason: 'TRANSACTION_FAILED',
  failureMessage: 'The transaction was rejected by the network.',
} as const;

const dropped = {
  state: 'reverted',
  failureReason: 'TRANSACTION_DROPPED',
  failureMessage: 'The transaction was in a block that the chain abandoned, and it did not come back.',
  isTooLate: true,
} as const;
