import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drill } from '../../docs/drills.ts';
import { type Answer, call } from '../../support/call.ts';
import { findDebianPostgres, openPostgresShell, type PostgresShell } from '../../support/debian-postgres.ts';
import { freePort } from '../../support/free-port.ts';
import { makeDataDir, type RunningService, serve, until } from '../../support/process.ts';

const programs = findDebianPostgres();
if (!programs)
  process.stderr.write('NOT RUN: there is no Postgres of Debian on this machine; see CONTRIBUTING.md.\n');

const lanes = 6;
const before = 150;
const after = 50;
const patienceMs = 120_000;

describe.runIf(programs)('a primary with a synchronous standby', () => {
  const dataDir = makeDataDir();
  let shell: PostgresShell;
  let service: RunningService;
  /** What the guide's commands refer to. */
  let env: Record<string, string>;

  beforeAll(async () => {
    shell = openPostgresShell(programs ?? '');
    const [primaryPort, standbyPort] = [await freePort(), await freePort()];
    const PRIMARY_DATA = join(shell.folder, 'primary');
    env = {
      PRIMARY_DATA,
      STANDBY_DATA: join(shell.folder, 'standby'),
      STANDBY_PORT: String(standbyPort),
      PRIMARY_URL: await shell.startServer(PRIMARY_DATA, primaryPort),
      REPLICATION_URL: `postgres://replicator:secret@127.0.0.1:${primaryPort}/?application_name=standby`,
    };
    for (const code of drill('standby')) await shell.run(code, env);
    service = await serve({
      DATABASE_URL: `postgres://postgres:secret@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/postgres`,
      DATA_DIR: dataDir.path,
      DATABASE_POOL_SIZE: '6',
      DATABASE_REPLICA_URL: `postgres://postgres:secret@127.0.0.1:${standbyPort}/postgres`,
      MASTER_KEY: 'ab'.repeat(32),
      DEMO: '1',
      PORT: '0',
      LOG_LEVEL: 'warn',
    });
  });
  afterAll(async () => {
    await service?.end('SIGKILL');
    await shell.remove(env['PRIMARY_DATA'] ?? '', env['STANDBY_DATA'] ?? '');
    dataDir.remove();
  });

  const create = (n: number): Promise<Answer> =>
    call(`${service.url}/api/v1/payments`, 'POST', {
      key: service.testKey,
      body: { amount: '0.01', currency: 'USD', reference_id: `order-${n}` },
      headers: { 'idempotency-key': `key-${n}` },
    });
  const list = (query: string): Promise<Answer> =>
    call(`${service.url}/api/v1/payments?${query}`, 'GET', { key: service.testKey });

  it('fails over under load: nothing acknowledged is lost, nothing is doubled', async () => {
    const acknowledged = new Map<number, string>();
    let next = 0;
    let refused = 0;
    let isOver = false;
    let promotedMs = Number.POSITIVE_INFINITY;
    let backAfterMs: number | null = null;
    const lane = async () => {
      while (!isOver) {
        const n = next++;
        for (;;) {
          const askedMs = Date.now();
          const answer = await create(n);
          if (answer.status === 201 && askedMs > promotedMs) backAfterMs ??= Date.now() - promotedMs;
          if (answer.status === 201) {
            acknowledged.set(n, answer.text);
            break;
          }
          // Away: asked again with the same key, as a merchant's server does.
          expect(answer.status, answer.text).toBe(503);
          refused++;
          await sleep(20);
        }
      }
    };
    const load = Promise.all(Array.from({ length: lanes }, lane));
    const reach = (count: number) =>
      Promise.race([until(() => acknowledged.size >= count, patienceMs, service.output), load]);

    await reach(before);
    // What the standby has is read there.
    const exported = () =>
      call(`${service.url}/api/v1/exports/payments.csv`, 'GET', { key: service.testKey });
    await until(async () => (await exported()).text.includes('order-0'), patienceMs, service.output);
    shell.kill(env['PRIMARY_DATA'] ?? '');
    await until(() => refused > 0);
    promotedMs = Date.now();
    for (const code of drill('failover')) await shell.run(code, env);
    await reach(acknowledged.size + after);
    isOver = true;
    await load;
    process.stdout.write(`In service again ${backAfterMs} ms after the promotion was ordered\n`);

    const stored: string[] = [];
    for (let cursor = ''; ; cursor = `&starting_after=${stored.at(-1)}`) {
      const { json } = await list(`limit=100${cursor}`);
      stored.push(...json.data.map((one: { payment_id: string }) => one.payment_id));
      if (!json.has_more) break;
    }
    const ids = [...acknowledged.values()].map((text) => JSON.parse(text).data.payment_id);
    expect(new Set(stored)).toEqual(new Set(ids));
    expect(stored).toHaveLength(next);
    for (const [n, text] of acknowledged) expect((await create(n)).text).toBe(text);
    // Workers went on too.
    const open = async () => (await list('status=pending&limit=1')).json.data.length;
    await until(async () => (await open()) === 0, patienceMs, service.output);
    expect(await service.end('SIGTERM')).toBe(0);
  }, 400_000);
});
