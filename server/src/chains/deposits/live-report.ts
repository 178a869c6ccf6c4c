import { chainIds } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { FailedTransaction, Report } from '../adapter.ts';
import { type RevertedHint, selectReverted } from '../hints/hint-store.ts';
import { arrivalsOn, readUntil } from '../watching/cursors.ts';

/** The live chains as their watchers have stored them: no request to a node. */
export async function liveReport(sql: Sql, addresses: readonly string[]): Promise<Report> {
  // The cursors first: the arrivals are then at least as new as they say.
  const until = await readUntil(sql);
  return {
    arrivals: await arrivalsOn(sql, chainIds, addresses),
    failures: (await selectReverted(sql, chainIds, addresses)).map(failed),
    readUntil: until,
  };
}

/** A transaction of the customer's wallet that the chain executed and undid. */
function failed({ chain, token, address, tx_hash, payer_address, units }: RevertedHint): FailedTransaction {
  return {
    chain,
    token,
    address,
    tx_hash,
    payer_address,
    units,
    reason: 'TRANSACTION_FAILED',
    message: 'The transaction was rejected by the network.',
  };
}
