import { isWithout } from '../../evm/block-logs.ts';
import { readLogsOf } from '../../evm/read-logs.ts';
import { type Log, parseBlockOrNull } from '../../rpc/answers.ts';
import type { Connection } from '../../rpc/connection.ts';
import { toQuantity } from '../../rpc/hex.ts';
import type { LiveChain } from '../live-chain.ts';
import type { Departure } from '../quorum-store.ts';
import type { Opinion } from '../second-node.ts';
import { departuresIn, filtersOf } from './arrivals-in-block.ts';

/**
 * What left an address up to a block, as far as this node shows it too: a departure that another node invented would make
 * room for as much money that never came.
 */
export async function departedBy(
  connection: Connection,
  chain: LiveChain,
  departures: readonly Departure[],
  block: number,
): Promise<bigint> {
  const known = departures.filter(({ block_number }) => block_number <= block);
  const hashes = [...new Set(known.map(({ block_hash }) => block_hash))];
  if (hashes.length === 0) return 0n;
  const logs = await readLogsOf(connection, hashes, filtersOf(chain).flushes);
  return known.reduce((sum, one) => (isIn(chain, logs, one) ? sum + BigInt(one.units) : sum), 0n);
}

/** Whether this node has each departure: the same block at that height, and in it the same flush. */
export async function departureOpinions(
  connection: Connection,
  chain: LiveChain,
  departures: readonly Departure[],
): Promise<Opinion[]> {
  const opinions: Opinion[] = [];
  for (const departure of departures) opinions.push(await opinionOn(connection, chain, departure));
  return opinions;
}

async function opinionOn(connection: Connection, chain: LiveChain, departure: Departure): Promise<Opinion> {
  const { host } = connection;
  const { block_hash, block_number } = departure;
  const block = parseBlockOrNull(
    await connection.call('eth_getBlockByNumber', [toQuantity(block_number), false]),
  );
  // Without flushes, balances that fall are all that shows what left.
  if (!block || !chain.flushes) return { host, shows: null, block: '', isCertain: false };
  if (block.hash !== block_hash) return { host, shows: false, block: block.hash, isCertain: true };
  const has = (logs: readonly Log[]) => isIn(chain, logs, departure);
  const shows = has(await readLogsOf(connection, [block_hash], filtersOf(chain).flushes));
  return { host, shows, block: block.hash, isCertain: !shows && (await isWithout(connection, block, has)) };
}

function isIn(chain: LiveChain, logs: readonly Log[], departure: Departure): boolean {
  const { address, block_hash, identity, units } = departure;
  const isOurs = { find: (lower: string) => (lower === address.toLowerCase() ? address : undefined) };
  return departuresIn(chain, isOurs, [{ hash: block_hash }], logs).some(
    (one) => one.identity === identity && one.units === BigInt(units),
  );
}
