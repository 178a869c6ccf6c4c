import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { percentile } from './latency.ts';
import { confirmations, type LiveService, pollMs, startLiveService } from './live-service.ts';
import { measureSignatures } from './signatures.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';

const samples = sized(20, 2);
const arrivals = sized(1000, 20);
const processingMs = 5000;
const completedMs = 10_000;

/** Live payments on a local chain, over the service's own API, watched by its workers. */
export async function measureLive(bench: Bench): Promise<Row[]> {
  const live = await startLiveService(bench);
  const sight = await measureSight(live);
  const rows = [
    sight.row,
    await measureFlaky(live, sight.p50),
    await measureCrowd(live, 'payment.processing', processingMs),
    await measureCrowd(live, 'payment.completed', completedMs),
    ...(await measureSignatures(live)),
  ];
  await live.stop();
  return rows;
}

async function measureSight(live: LiveService): Promise<{ row: Row; p50: number }> {
  const p50 = await sightMs(live);
  const row = {
    what: 'block with a payment to payment.processing at the receiver, p50',
    subject: `${p50} ms`,
    baseline: `${pollMs} ms poll`,
    ratio: p50 / pollMs,
    goal: `at most ${pollMs + 50} ms`,
    met: p50 <= pollMs + 50,
  };
  return { row, p50 };
}

/** From a block with money in it to `payment.processing` at the receiver, p50. */
async function sightMs({ open, pay, listenTo, untilSeen }: LiveService): Promise<number> {
  await listenTo('payment.processing');
  const latencies: number[] = [];
  for (let n = 0; n < samples; n++) {
    const [to] = await open(1);
    if (!to) throw new Error('no address');
    await pay(to);
    const minedAt = Date.now();
    latencies.push((await untilSeen(1)) - minedAt);
    // So that blocks come at any moment between two polls.
    await sleep((n * 137) % pollMs);
  }
  return percentile(
    latencies.sort((a, b) => a - b),
    0.5,
  );
}

/** The same from a node that fails a third of its requests. A flaky node must only be slow. */
async function measureFlaky(live: LiveService, usualMs: number): Promise<Row> {
  live.chains.outage('base', { kind: '500', share: 1 / 3 });
  const p50 = await sightMs(live);
  live.chains.outage('base', false);
  return {
    what: 'the same, a third of the requests to the node failing',
    subject: `${p50} ms`,
    baseline: `${usualMs} ms`,
    ratio: p50 / usualMs,
    goal: 'at most 5.0',
    met: p50 <= 5 * usualMs,
  };
}

/** From a block with 1,000 payments to the last delivery of this event. Blocks that make it final follow at once. */
async function measureCrowd(
  { chains, open, payInOneBlock, listenTo, untilSeen }: LiveService,
  event: 'payment.processing' | 'payment.completed',
  wantedMs: number,
): Promise<Row> {
  const addresses = await open(arrivals);
  await listenTo(event);
  await payInOneBlock(addresses);
  const minedAt = Date.now();
  if (event === 'payment.completed') for (let n = 0; n < confirmations; n++) await chains.mine('base');
  const ms = (await untilSeen(arrivals)) - minedAt;
  return {
    what: `block with ${arrivals} payments to the last ${event} at the receiver`,
    subject: `${ms} ms`,
    baseline: `${pollMs} ms poll`,
    ratio: ms / wantedMs,
    goal: `at most ${wantedMs} ms`,
    met: ms <= wantedMs,
  };
}
