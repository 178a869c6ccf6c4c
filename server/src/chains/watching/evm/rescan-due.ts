import type { Context } from '../../../app/context.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { createEvmNode } from '../../evm/node.ts';
import { type Rpc, readsOn } from '../../rpc/rpc.ts';
import { wakeAfterArrivals } from '../arrival-followers.ts';
import type { LiveChain } from '../live-chain.ts';
import { deleteDueRescans, postponeRescans, selectDueRescans } from '../rescan-store.ts';
import { alike, neededHosts } from '../second-node.ts';
import type { Watched } from './arrivals-in-block.ts';
import { type Reading, RescanRefused, readAgain, storeReading } from './rescan.ts';

const atOnce = 10;

/**
 * Reads blocks again in which a node invented a transfer: it may have shown it instead of another. Native money is found by its
 * balance. That node may lie on, so what nodes of two hosts show alike is believed. A block for which there is nothing of the kind is
 * tried again later, and holds up nothing else.
 */
export async function rescanDue(
  ctx: Context,
  chain: LiveChain,
  rpc: Rpc,
  watched: Watched,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = ctx;
  for (const block of await selectDueRescans(db, chain.id, clock.now(), atOnce))
    try {
      const reading = await readFromAll(ctx, chain, rpc, watched, block, signal);
      const found = await db.begin(async (tx) => {
        const stored = await storeReading(ctx, tx, chain, block, reading);
        await deleteDueRescans(tx, chain.id, { from: block, to: block });
        return stored;
      });
      if (found > 0) wakeAfterArrivals(ctx);
      log.warn({ chain: chain.id, block, found }, 'read a block again in which a node invented money');
    } catch (error) {
      await postponeRescans(db, chain.id, [block], new Date(clock.nowMs() + minuteMs));
      log.error({ err: error, chain: chain.id, block }, 'could not read a block again, will retry');
    }
}

async function readFromAll(
  ctx: Context,
  chain: LiveChain,
  rpc: Rpc,
  watched: Watched,
  block: number,
  signal: AbortSignal,
): Promise<Reading> {
  const range = { from: block, to: block, before: null };
  const readings = await rpc.everywhere(async (connection) => {
    const node = createEvmNode(readsOn(connection), chain.multicall);
    const reading = await readAgain(ctx, chain, node, watched, range);
    return { host: connection.host, key: keyOf(reading), reading };
  }, signal);
  const needed = neededHosts(chain.rpcUrls);
  const agreed = alike(readings, needed);
  if (!agreed) throw new RescanRefused(`nodes of ${needed} hosts do not show block ${block} alike`);
  return agreed.reading;
}

function keyOf({ blocks, arrivals, departures }: Reading): string {
  const came = arrivals.map((one) =>
    [one.identity, one.asset, one.address, one.payerAddress, one.units, one.txHash].join(' '),
  );
  const left = departures.map(({ identity, address, units }) => [identity, address, units].join(' '));
  return [...blocks.map(({ hash }) => hash), ...came.sort(), ...left.sort()].join('\n');
}
