import type { Connection } from '../../rpc/connection.ts';
import { type Movement, movementsIn } from '../../solana/recognise.ts';
import { countIn, parseTransaction, type SolanaTransaction } from '../../solana/transaction.ts';
import type { UnconfirmedRow } from '../quorum-store.ts';
import type { Opinion } from '../second-node.ts';
import { type Ours, paidInto } from './paid-into.ts';

/** A node's index of transactions can lag behind its blocks by this much. */
const indexLagSlots = 32;

/*
 * An answer without the transaction counts as certain after a while: if it is wrong, the address' balance is not explained, and its
 * history is read again.
 */

/**
 * Whether this node has each arrival finalized: the same signature in the same slot, with as much for the account from the same
 * payer, and for the same payment if it lies in the treasury.
 */
export async function solanaOpinions(
  connection: Connection,
  arrivals: readonly UnconfirmedRow[],
  ours: Ours,
): Promise<Opinion[]> {
  const finalized = countIn(await connection.call('getSlot', [{ commitment: 'finalized' }]));
  const opinions: Opinion[] = [];
  for (const arrival of arrivals) opinions.push(await opinionOn(connection, arrival, ours, finalized));
  return opinions;
}

async function opinionOn(
  connection: Connection,
  arrival: UnconfirmedRow,
  ours: Ours,
  finalized: number,
): Promise<Opinion> {
  const { host } = connection;
  const slot = Number(arrival.block_number);
  const config = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const found = parseTransaction(await connection.call('getTransaction', [arrival.tx_hash, config]));
  if (!found) {
    const isLate = finalized >= slot + indexLagSlots;
    return { host, shows: isLate ? false : null, block: isLate ? arrival.block_hash : '', isCertain: isLate };
  }
  if (found.slot !== slot) return { host, shows: false, block: `slot ${found.slot}`, isCertain: true };
  const paid = found.isFailed ? null : paidIn(found, arrival, ours);
  const shows = paid !== null && paid.units >= BigInt(arrival.units) && paid.payer === arrival.payer_address;
  return { host, shows, block: arrival.block_hash, isCertain: true };
}

/** What the account has more after it: of the token, or of SOL. In the treasury only if it is for the same payment. */
function paidIn(
  found: SolanaTransaction,
  { account, address, asset, names }: UnconfirmedRow,
  { isOurs, treasuries }: Ours,
): Movement | null {
  const own = { account: account ?? address, mint: asset };
  if (names === null)
    return (
      movementsIn(found, (one) => one === address).find(
        (one) => one.account === own.account && one.mint === own.mint,
      ) ?? null
    );
  // Also those that are not watched any more.
  const isNamed = (one: string) => names.includes(one) || isOurs(one);
  const into = paidInto(found, own, { isOurs: isNamed, treasuries });
  const isSame =
    into?.addresses.length === names.length && into.addresses.every((one) => names.includes(one));
  return isSame ? into.paid : null;
}
