import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { budget } from '../../support/chance.ts';
import { type RunningCommand, start, until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { verifier } from './verifier.ts';
import { addEndpoint, deliveryCounts, makeEvents } from './worker-support.ts';

const eventCount = budget(10_000, 2000);
const endpointCount = 2;
const total = eventCount * endpointCount;

let service: TestService;
let receiver: Receiver;
let workers: RunningCommand[];
beforeEach(async () => {
  workers = [];
  receiver = await startReceiver();
  service = await startTestService();
});
afterEach(async () => {
  for (const worker of workers) await worker.end('SIGKILL');
  await service.stop();
  await receiver.close();
});

/** `causeway work` as an operator runs it. */
function work(): RunningCommand {
  const worker = start(['work'], {
    DATABASE_URL: service.databaseUrl,
    MASTER_KEY: service.ctx.config.masterKeys.map((key) => key.toString('base64')).join(','),
    DATABASE_POOL_SIZE: '4',
    WEBHOOKS_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'warn',
  });
  workers.push(worker);
  return worker;
}

const succeeded = async () => (await deliveryCounts(service.ctx))['succeeded 1'] ?? 0;

/** Deliveries that no attempt is recorded of though the receiver has them: what a kill has cut off. */
async function cutOff(arrived: Set<string>): Promise<number> {
  const rows = await service.ctx.db<{ arrival: string }[]>`
    select event_id || ' ' || substr(url, length(${receiver.url}::text) + 1) as arrival
    from undelivered join webhook_endpoints using (endpoint_id)`;
  return rows.filter((row) => arrived.has(row.arrival)).length;
}

describe(`${eventCount} events, delivered by workers that are killed again and again`, () => {
  it('each arrive at every endpoint at least once, always signed, and always the same to the byte', async () => {
    const verifiers = new Map<string, (received: Received) => boolean>();
    for (let n = 0; n < endpointCount; n++) {
      verifiers.set(`/${n}`, verifier((await addEndpoint(service, `${receiver.url}/${n}`)).secret));
    }
    const arrived = new Set<string>();
    const bodies = new Map<string, string>();
    const wrong: Received[] = [];
    receiver.behave((received, response) => {
      const { path, headers, body } = received;
      const id = String(headers['webhook-id']);
      const same = (bodies.get(id) ?? body) === body;
      if (!same || !verifiers.get(path)?.(received)) wrong.push(received);
      bodies.set(id, body);
      arrived.add(`${id} ${path}`);
      response.end('ok');
    });
    await makeEvents(service.ctx, eventCount, { merchantId: service.merchantId });

    let kills = 0;
    let interrupted = 0;
    while (arrived.size < total * 0.9) {
      const worker = work();
      // Killed in the middle of its work, not at a moment that suits it.
      const goal = Math.min(arrived.size + total * (0.075 + Math.random() * 0.075), total * 0.95);
      await until(
        () => arrived.size >= goal,
        150_000,
        () => `${arrived.size} of ${goal}: ${worker.output()}`,
      );
      expect(await worker.end('SIGKILL')).toBe('SIGKILL');
      kills++;
      interrupted = Math.max(interrupted, await cutOff(arrived));
    }
    expect(kills).toBeGreaterThanOrEqual(5);
    expect(interrupted).toBeGreaterThan(0);

    const last = work();
    // What the killed ones had is taken over when their lease ends.
    await until(
      async () => (await succeeded()) === total,
      200_000,
      () => `${arrived.size} of ${total} arrived: ${last.output()}`,
    );
    expect(await last.end('SIGTERM')).toBe(0);

    expect(wrong).toEqual([]);
    const [{ ids } = { ids: [] }] = await service.ctx.db<{ ids: string[] }[]>`
      select array_agg(event_id) as ids from events`;
    expect(ids).toHaveLength(eventCount);
    expect([...bodies.keys()].sort()).toEqual([...ids].sort());
    const missing = ids.flatMap((id) =>
      [...verifiers.keys()].filter((path) => !arrived.has(`${id} ${path}`)),
    );
    expect(missing).toEqual([]);
    // At least once means some came twice: otherwise no kill was where it matters.
    expect(receiver.received.length).toBeGreaterThan(total);
    expect(await deliveryCounts(service.ctx)).toEqual({ 'succeeded 1': total });
  }, 900_000);
});

describe('a worker process that is asked to end', () => {
  it('waits for what it is sending, records it and ends well', async () => {
    const held: ServerResponse[] = [];
    receiver.behave((_received, response) => held.push(response));
    await addEndpoint(service, `${receiver.url}/hook`);
    await makeEvents(service.ctx, 10, { merchantId: service.merchantId });
    const worker = work();
    await until(() => held.length === 10, 60_000, worker.output);
    const ended = worker.end('SIGTERM');
    // A round trip to the database is time enough for an end that does not wait, and far below the sender's ten seconds.
    await deliveryCounts(service.ctx);
    expect(worker.child.exitCode).toBeNull();
    for (const response of held) response.end('late');
    expect(await ended).toBe(0);
    expect(await deliveryCounts(service.ctx)).toEqual({ 'succeeded 1': 10 });
  });
});
