import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { proxies } from '../../drill/proxies.ts';
import { type Receiver, startReceiver } from '../messages/webhooks/receiver.ts';
import { call } from '../support/call.ts';
import { freePort, isListening } from '../support/free-port.ts';
import { type OwnPostgres, prepareOwnPostgres } from '../support/own-postgres.ts';
import { causeway, makeDataDir, type RunningCommand, start, until } from '../support/process.ts';
import { type Redis, startRedis } from '../support/redis.ts';

/** The recommended layout: a Postgres of its own, two of each process, a proxy, and Redis if there is one. */
export interface Layout {
  /** Pays, refunds, and waits until both are delivered to the merchant's server. */
  takeMoney(): Promise<void>;
  /** How often it did. */
  taken(): number;
  readonly postgres: OwnPostgres;
  readonly redis: Redis | null;
  readonly receiver: Receiver;
  /** Ends one process by SIGKILL, and starts it again. */
  kill(part: Part): Promise<void>;
  revive(part: Part): Promise<void>;
  ask(method: string, path: string, body?: object, key?: string): Promise<Awaited<ReturnType<typeof call>>>;
  stop(): Promise<void>;
}

type Part = 'serve 1' | 'serve 2' | 'work 1' | 'work 2' | 'proxy';

export async function startLayout(redisProgram: string | null): Promise<Layout> {
  const folder = makeDataDir();
  const postgres = await prepareOwnPostgres(join(folder.path, 'postgres'));
  await postgres.start();
  await until(() => postgres.answers());
  const redis = redisProgram ? await startRedis(redisProgram, 'hunter2') : null;
  const receiver = await startReceiver();
  const [front, ...behind] = [await freePort(), await freePort(), await freePort()] as const;
  const env = {
    DATABASE_URL: postgres.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: `http://127.0.0.1:${front}`,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '0',
    WEBHOOKS_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'warn',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
  let taken = 0;
  const running = new Map<Part, RunningCommand | ChildProcess>();

  async function revive(part: Part): Promise<void> {
    if (part === 'proxy') {
      const { nginx } = proxies;
      if (!nginx) throw new Error('no nginx');
      const args = nginx.configure(folder.path, front, behind);
      running.set(part, spawn(nginx.program, args, { stdio: 'ignore' }));
      await until(() => isListening(front));
    } else if (part.startsWith('serve')) {
      const port = behind[part === 'serve 1' ? 0 : 1];
      const process = start(['serve', '--no-workers'], { ...env, PORT: String(port) });
      running.set(part, process);
      await until(() => isReady(port), 120_000, process.output);
    } else {
      const port = await freePort();
      const process = start(['work'], { ...env, METRICS_PORT: String(port) });
      running.set(part, process);
      await until(() => isReady(port), 120_000, process.output);
    }
  }

  async function kill(part: Part): Promise<void> {
    const one = running.get(part);
    if (!one) return;
    if ('child' in one) await one.end('SIGKILL');
    else {
      const ended = once(one, 'exit');
      one.kill('SIGTERM');
      await ended;
    }
  }

  const migrated = await causeway(['migrate', '--json'], env);
  if (migrated.code !== 0) throw new Error(migrated.stderr);
  for (const part of ['serve 1', 'serve 2', 'work 1', 'work 2', 'proxy'] as const) await revive(part);
  const made = await causeway(
    ['merchants', 'create', '--name', 'Shop', '--email', 'shop@example.com', '--json'],
    env,
  );
  const { merchant_id } = JSON.parse(made.stdout);
  const { stdout } = await causeway(
    ['keys', 'create', '--merchant', merchant_id, '--env', 'test', '--json'],
    env,
  );
  const { key } = JSON.parse(stdout);

  const ask: Layout['ask'] = (method, path, body, idempotencyKey) =>
    call(`http://127.0.0.1:${front}/api/v1${path}`, method, {
      key,
      ...(body ? { body } : {}),
      ...(idempotencyKey ? { headers: { 'Idempotency-Key': idempotencyKey } } : {}),
    });

  /** As a client should: tries again with the same key until the service answers. */
  async function surely(path: string, body: object): Promise<Record<string, string>> {
    const idempotencyKey = randomUUID();
    let answer: Awaited<ReturnType<typeof call>> | null = null;
    await until(
      async () => {
        answer = await ask('POST', path, body, idempotencyKey).catch(() => null);
        return answer?.status === 201;
      },
      60_000,
      () => JSON.stringify(answer?.json),
    );
    return (answer as unknown as { json: { data: Record<string, string> } }).json.data;
  }

  await surely('/webhooks/endpoints', {
    url: `${receiver.url}/hook`,
    events: ['payment.completed', 'refund.completed'],
  });

  return {
    postgres,
    redis,
    receiver,
    ask,
    kill,
    revive,
    taken: () => taken,
    async takeMoney() {
      taken++;
      const payment = await surely('/payments', { amount: '10.00', currency: 'USD' });
      const heard = (type: string, id: string | undefined) =>
        until(
          () => receiver.received.some(({ body }) => body.includes(`"${type}"`) && body.includes(`"${id}"`)),
          120_000,
          () => `${type} of ${id} was not delivered`,
        );
      await heard('payment.completed', payment['payment_id']);
      const refund = await surely('/refunds', { payment_id: payment['payment_id'], amount: '10.00' });
      await heard('refund.completed', refund['refund_id']);
    },
    async stop() {
      for (const part of [...running.keys()]) await kill(part);
      await redis?.kill();
      await receiver.close();
      await postgres.stop();
      folder.remove();
    },
  };
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
