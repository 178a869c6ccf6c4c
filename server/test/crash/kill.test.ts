import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call } from '../support/call.ts';
import { budget } from '../support/chance.ts';
import { causeway, makeDataDir, type RunningService, serve } from '../support/process.ts';

const dataDir = makeDataDir();
const env = { DATA_DIR: dataDir.path, PORT: '0', LOG_LEVEL: 'warn' };
const creates = budget(1000, 400);
const beforeKill = creates / 5;
let service: RunningService;
let keys: string[];

beforeAll(async () => {
  service = await serve(env);
  const [merchant] = JSON.parse((await causeway(['merchants', 'list', '--json'], env)).stdout);
  // Several keys of one merchant: a key's rate limit is 1000 a minute, and idempotency belongs to the merchant.
  const args = ['keys', 'create', '--merchant', merchant.merchant_id, '--env', 'test', '--json'];
  keys = [];
  for (let i = 0; i < 4; i++) keys.push(JSON.parse((await causeway(args, env)).stdout).key);
});
afterAll(async () => {
  await service.end('SIGTERM');
  dataDir.remove();
});

const create = (round: string, n: number): Promise<Answer> =>
  call(`${service.url}/api/v1/payments`, 'POST', {
    key: keys[n % keys.length] ?? '',
    // 4.04 has no simulated customer: nothing but the creates is under way when the process dies.
    body: { amount: '4.04', currency: 'USD', reference_id: `${round}-${n}` },
    headers: { 'idempotency-key': `${round}-key-${n}` },
  });

async function allPaymentIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  let after = '';
  for (let page = 0; ; page++) {
    const { json } = await call(`${service.url}/api/v1/payments?limit=100${after}`, 'GET', {
      key: keys[page % 4] ?? '',
    });
    for (const { payment_id } of json.data) ids.add(payment_id);
    if (!json.has_more) return ids;
    after = `&starting_after=${json.data.at(-1).payment_id}`;
  }
}

/** Starts all creates at once and kills in their middle: those that were acknowledged. */
async function createAndKill(round: string, alsoKill: () => void): Promise<Map<number, Answer>> {
  const acknowledged = new Map<number, Answer>();
  let killed = false;
  const attempts = Array.from({ length: creates }, async (_, n) => {
    const answer = await create(round, n).catch(() => null);
    if (answer?.status === 201) acknowledged.set(n, answer);
    if (killed || acknowledged.size < beforeKill) return;
    killed = true;
    service.child.kill('SIGKILL');
    alsoKill();
  });
  await Promise.all(attempts);
  expect(acknowledged.size).toBeGreaterThanOrEqual(beforeKill);
  return acknowledged;
}

/** Kills amid creates, starts again and retries them all. */
async function killAmidCreates(name: string, alsoKill: () => void): Promise<void> {
  let round: string;
  let before: number;
  let acknowledged: Map<number, Answer>;
  let rounds = 0;
  do {
    round = `${name}-${++rounds}`;
    before = (await allPaymentIds()).size;
    acknowledged = await createAndKill(round, alsoKill);
    service = await serve(env);
    // Had the service answered all before the test saw enough of them, the kill would prove nothing.
  } while (acknowledged.size === creates);

  const stored = await allPaymentIds();
  for (const { json } of acknowledged.values()) expect(stored.has(json.data.payment_id)).toBe(true);

  const retries = await Promise.all(Array.from({ length: creates }, (_, n) => create(round, n)));
  for (const [n, retry] of retries.entries()) {
    expect(retry.status).toBe(201);
    const first = acknowledged.get(n);
    // An acknowledged create is replayed to the byte: the checkout address in it may name the port of before.
    if (first) expect(retry.text).toBe(first.text);
  }
  expect(new Set(retries.map(({ json }) => json.data.payment_id)).size).toBe(creates);
  expect((await allPaymentIds()).size - before).toBe(creates);
}

describe(`${creates} concurrent creates`, () => {
  it('lose nothing acknowledged and double nothing when the service is killed in their middle', async () => {
    await killAmidCreates('service', () => {});
  }, 400_000);

  it('lose nothing acknowledged and double nothing when Postgres is killed with it', async () => {
    await killAmidCreates('both', () => {
      const pid = Number(
        readFileSync(join(dataDir.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0],
      );
      process.kill(pid, 'SIGKILL');
    });
  }, 400_000);
});
