import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../src/platform/db/client.ts';
import { freePort } from '../test/support/free-port.ts';
import { makeDataDir, type RunningService, serve, until } from '../test/support/process.ts';
import { startCluster, type Way, ways } from './cluster.ts';
import { makeKeys } from './shops.ts';

/*
 * Loses the primary of a Patroni cluster under load, several times. Each acknowledged payment must be there afterwards, once, and
 * completed by the workers.
 */

const usage = 'npm run drill -- failover [--via haproxy|hosts|pgbouncer] [--times 2]';
const lanes = 8;
const keyCount = 60;
const paymentsBetween = 400;
const patienceMs = 180_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { via: { type: 'string', default: 'haproxy' }, times: { type: 'string', default: '2' } },
});
const isWay = (text: string): text is Way => (ways as readonly string[]).includes(text);
if (!isWay(values.via)) throw new Error(usage);

/** Bodies of acknowledged payments by their number. */
const acknowledged = new Map<number, string>();
const problems: string[] = [];
const services: RunningService[] = [];
let keys: string[] = [];
let refused = 0;
let next = 0;
let isOver = false;
/** When the primary was lost, and when a request that was sent later was acknowledged first. */
let [lostMs, backMs]: [number, number | null] = [Number.POSITIVE_INFINITY, null];

interface Answer {
  status: number;
  text: string;
}

async function create(n: number): Promise<Answer> {
  const { url } = services[n % services.length] ?? { url: '' };
  const response = await fetch(`${url}/api/v1/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys[n % keys.length]}`,
      'content-type': 'application/json',
      'idempotency-key': `order-${n}`,
    },
    body: JSON.stringify({ amount: '10.00', currency: 'USD', reference_id: `order-${n}` }),
  });
  return { status: response.status, text: await response.text() };
}

/** As a merchant's server does: asks again with the same key until there is an answer. */
async function lane(): Promise<void> {
  while (!isOver) {
    const n = next++;
    for (;;) {
      const askedMs = Date.now();
      const { status, text } = await create(n);
      if (status === 201) {
        if (askedMs > lostMs) backMs ??= Date.now();
        acknowledged.set(n, text);
        break;
      }
      refused++;
      if (status !== 503) problems.push(`order-${n}: ${status} ${text}`);
      await sleep(50);
    }
  }
}

const reach = (count: number, load: Promise<unknown>) =>
  Promise.race([until(() => acknowledged.size >= count, patienceMs), load]);

/** Compares what was acknowledged with the rows, asks for a sample again, and waits for the workers. */
async function check(url: string): Promise<void> {
  const db = connect(url, { poolSize: 1 });
  const rows = await db<{ payment_id: string; reference_id: string }[]>`
    select payment_id, reference_id from payments`;
  const stored = new Map(rows.map(({ payment_id, reference_id }) => [reference_id, payment_id]));
  if (rows.length !== stored.size) problems.push(`${rows.length - stored.size} payments were made twice`);
  for (const [n, text] of acknowledged)
    if (stored.get(`order-${n}`) !== JSON.parse(text).data.payment_id) problems.push(`order-${n} is lost`);
  if (rows.length !== acknowledged.size)
    problems.push(`${rows.length} payments, ${acknowledged.size} acknowledged`);
  for (const [n, text] of [...acknowledged].slice(-200))
    if ((await create(n)).text !== text) problems.push(`order-${n} is not the same again`);
  const open = async () => {
    const [row] = await db<{ count: number }[]>`
      select count(*)::int as count from payments where status <> 'completed'`;
    return row?.count ?? 0;
  };
  await until(async () => (await open()) === 0, patienceMs);
  await db.end();
}

const dataDir = makeDataDir();
const cluster = await startCluster(values.via);
try {
  const masterKey = randomBytes(32).toString('base64');
  const env = {
    DATABASE_URL: cluster.url,
    DATABASE_POOL_SIZE: '8',
    MASTER_KEY: masterKey,
    DATA_DIR: dataDir.path,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
  };
  for (const _ of ['first', 'second']) services.push(await serve({ ...env, PORT: String(await freePort()) }));
  keys = await makeKeys(cluster.url, masterKey, keyCount);
  const load = Promise.all(Array.from({ length: lanes }, lane));
  for (let time = 1; time <= Number(values.times); time++) {
    await cluster.untilSynchronous();
    await reach(acknowledged.size + paymentsBetween, load);
    [refused, lostMs, backMs] = [0, Number.POSITIVE_INFINITY, null];
    const name = await cluster.losePrimary();
    lostMs = Date.now();
    await Promise.race([until(() => backMs !== null, patienceMs), load]);
    const seconds = ((backMs ?? 0) - lostMs) / 1000;
    print(
      `${name} was lost: payments were made again after ${seconds.toFixed(1)} s, ${refused} requests got 503`,
    );
    await reach(acknowledged.size + paymentsBetween, load);
    await cluster.revive(name);
    print(`${name} is back as a standby`);
  }
  isOver = true;
  await load;
  await check(cluster.url);
  print(
    `${values.via}: ${acknowledged.size} payments acknowledged and completed, ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, 20)) print(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  for (const service of services) await service.end('SIGKILL');
  await cluster.stop();
  dataDir.remove();
}
