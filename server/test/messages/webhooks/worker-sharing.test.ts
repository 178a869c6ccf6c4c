import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlimited } from '../../payments/support.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { holdingSender } from './holding-sender.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addEndpoint, deliveryCounts, makeEvents, startWorker } from './worker-support.ts';

const patienceMs = 100_000;
const maxPerEndpoint = 16;

let service: TestService;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterEach(async () => {
  await service.stop();
  await receiver.close();
});

describe('two workers on one database', () => {
  it('share the work, and every delivery is sent once', async () => {
    receiver.behave((_received, response) => setTimeout(() => response.end('ok'), 5));
    for (let n = 0; n < 5; n++) await addEndpoint(service, `${receiver.url}/${n}`);
    const senders = [holdingSender(), holdingSender()];
    const workers = await Promise.all(senders.map((sender) => startWorker(service, { sender })));
    await makeEvents(service.ctx, 500, { merchantId: service.merchantId });
    // Neither gets more than its share before the other has its own.
    await until(
      () => senders.every((sender) => sender.open() === 5 * maxPerEndpoint),
      patienceMs,
      () => senders.map((sender) => sender.open()),
    );
    for (const sender of senders) sender.release();
    const total = 1000 * 5;
    // Half of it while they are at work, so that both also find single new ones at the same time.
    for (let n = 0; n < 50; n++) await makeEvents(service.ctx, 10, { merchantId: service.merchantId });
    await until(
      async () => (await deliveryCounts(service.ctx))['succeeded 1'] === total,
      patienceMs,
      () => `${receiver.received.length} of ${total} received`,
    );
    for (const worker of workers) await worker.stopJobs();
    for (const worker of workers) await worker.close();
    const sent = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
    expect(sent).toHaveLength(total);
    expect(new Set(sent).size).toBe(total);
    expect(await deliveryCounts(service.ctx)).toEqual({ 'succeeded 1': total });
  }, 300_000);
});

describe('a worker that is stopped', () => {
  it('waits for what it is sending, records it, and takes nothing more', async () => {
    const sender = holdingSender();
    await addEndpoint(service, `${receiver.url}/hook`);
    await makeEvents(service.ctx, 100, { merchantId: service.merchantId });
    const worker = await startWorker(service, { sender });
    await until(() => sender.open() === maxPerEndpoint, patienceMs, sender.open);
    let stopped = false;
    const stopping = worker.stopJobs().then(() => {
      stopped = true;
    });
    // A round trip to the database is time enough for a stop that does not wait.
    for (let n = 0; n < 20; n++) await deliveryCounts(service.ctx);
    expect(stopped).toBe(false);
    sender.release();
    await stopping;
    expect(await deliveryCounts(service.ctx)).toEqual({ 'succeeded 1': 16, 'pending 0': 84 });
    await worker.close();
    expect(receiver.received).toHaveLength(16);
  });

  it('leaves the rest to the next one', async () => {
    await addEndpoint(service, `${receiver.url}/hook`);
    const count = 2000;
    await makeEvents(service.ctx, count, { merchantId: service.merchantId });
    const first = await startWorker(service);
    await until(() => receiver.received.length > 50, patienceMs);
    await first.stopJobs();
    await first.close();
    const done = receiver.received.length;
    expect(done).toBeLessThan(count);
    expect(await deliveryCounts(service.ctx)).toEqual({ 'succeeded 1': done, 'pending 0': count - done });
    const second = await startWorker(service);
    await until(async () => (await deliveryCounts(service.ctx))['succeeded 1'] === count, patienceMs);
    await second.stopJobs();
    await second.close();
    expect(receiver.received).toHaveLength(count);
  });
});
