import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateKeyAccount } from 'viem/accounts';
import { fromBase64, newPayer, payloadOf, signWay, toBase64 } from '../test/live/signing.ts';
import { percentile } from './latency.ts';
import type { LiveService } from './live-service.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';

/** Of base. */
const blockMs = 2000;
/** At once, each from a wallet of its own. */
const lanes = sized(4, 1);
const samplesEach = sized(10, 2);
/** The next block, and the sight of it. The slowest miss one. */
const wantedBlocks = { p50: 2, p99: 3 };

/** From a signature at the checkout to `payment.processing` at the receiver, beside blocks that come by themselves. */
export async function measureSignatures(live: LiveService): Promise<Row[]> {
  const payers: PrivateKeyAccount[] = [];
  while (payers.length < lanes) payers.push(await newPayer(live));
  await live.listenTo('payment.processing');
  const mining = setInterval(() => void live.chains.mine('base'), blockMs);
  const latencies = (await Promise.all(payers.map((payer, lane) => latenciesOf(live, payer, lane)))).flat();
  clearInterval(mining);
  latencies.sort((a, b) => a - b);
  return (['p50', 'p99'] as const).map((name) => {
    const ms = percentile(latencies, name === 'p50' ? 0.5 : 0.99);
    const wanted = wantedBlocks[name];
    return {
      what: `signature to payment.processing at the receiver, ${name}`,
      subject: `${ms} ms`,
      baseline: `${blockMs} ms block`,
      ratio: ms / blockMs,
      goal: `at most ${wanted.toFixed(1)}`,
      met: ms <= wanted * blockMs,
    };
  });
}

async function latenciesOf(live: LiveService, payer: PrivateKeyAccount, lane: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let n = 0; n < samplesEach; n++) {
    // So that signatures come at any moment between two blocks.
    await sleep(((lane + lanes * n) * 577) % blockMs);
    latencies.push(await signatureMs(live, payer));
  }
  return latencies;
}

async function signatureMs(
  { openCheckout, untilTold }: LiveService,
  payer: PrivateKeyAccount,
): Promise<number> {
  const { paymentId, url } = await openCheckout();
  const way = await offeredWay(url);
  const header = toBase64(payloadOf(way, await signWay(payer, way)));
  const givenAt = Date.now();
  const reply = fetch(url, { headers: { 'payment-signature': header } });
  const at = await untilTold(paymentId);
  const { status } = await reply;
  if (status !== 200) throw new Error(`a signature was answered with ${status}`);
  return at - givenAt;
}

/** The key that pays gas is known to the service once a worker has looked at it. */
async function offeredWay(url: string) {
  for (let tries = 0; ; tries++) {
    const reply = await fetch(url, { headers: { accept: 'application/json' } });
    const [way] = fromBase64(reply.headers.get('payment-required'))?.accepts ?? [];
    if (way) return way;
    if (tries === 100) throw new Error('no payment by signature is offered');
    await sleep(500);
  }
}
