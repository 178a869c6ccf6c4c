import type { Connection } from '../../rpc/connection.ts';
import { countIn, parseTransaction, type SolanaTransaction } from '../../solana/transaction.ts';
import type { UnconfirmedRow } from '../quorum-store.ts';
import type { Opinion } from '../second-node.ts';

/** A node's index of transactions can lag behind its blocks by this much. */
const indexLagSlots = 32;

/*
 * An answer without the transaction counts as certain after a while: if it is wrong, the address' balance is not explained, and its
 * history is read again.
 */

/** Whether this node has each arrival finalized: the same signature in the same slot, with as much for the account. */
export async function solanaOpinions(
  connection: Connection,
  arrivals: readonly UnconfirmedRow[],
): Promise<Opinion[]> {
  const finalized = countIn(await connection.call('getSlot', [{ commitment: 'finalized' }]));
  const opinions: Opinion[] = [];
  for (const arrival of arrivals) opinions.push(await opinionOn(connection, arrival, finalized));
  return opinions;
}

async function opinionOn(
  connection: Connection,
  arrival: UnconfirmedRow,
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
  const shows = !found.isFailed && gainOf(found, arrival) >= BigInt(arrival.units);
  return { host, shows, block: arrival.block_hash, isCertain: true };
}

/** What the account has more after it: of the token, or of SOL. */
function gainOf(found: SolanaTransaction, { account, address, asset }: UnconfirmedRow): bigint {
  const own = account ?? address;
  if (asset === null) {
    const index = found.keys.indexOf(own);
    return index < 0 ? 0n : (found.after[index] ?? 0n) - (found.before[index] ?? 0n);
  }
  const unitsIn = (list: SolanaTransaction['tokensAfter']) =>
    list.find((one) => one.account === own && one.mint === asset)?.units ?? 0n;
  return unitsIn(found.tokensAfter) - unitsIn(found.tokensBefore);
}
