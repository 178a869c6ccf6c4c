import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSettingsOf, writePgBouncer } from '../../drill/pgbouncer.ts';
import { connect, sessionSettings } from '../../src/platform/db/client.ts';
import { call } from '../support/call.ts';
import { postgresUser } from '../support/debian-postgres.ts';
import { freePort, isListening } from '../support/free-port.ts';
import { type OwnPostgres, prepareOwnPostgres } from '../support/own-postgres.ts';
import { makeDataDir, type RunningService, serve, until } from '../support/process.ts';
import { findOrSay } from '../support/programs.ts';

const program = findOrSay('pgbouncer') ?? '';
const guide = readFileSync(new URL('../../../docs/high-availability.md', import.meta.url), 'utf8');

describe.runIf(program)('through PgBouncer with the file of deploy/ha', () => {
  const folder = makeDataDir();
  let postgres: OwnPostgres;
  let bouncer: ChildProcess;
  let service: RunningService;
  let [port, url] = [0, ''];

  const startBouncer = async (path: string) => {
    bouncer = spawn(program, [path], { ...postgresUser(), stdio: 'ignore' });
    await until(() => isListening(port));
  };
  beforeAll(async () => {
    postgres = await prepareOwnPostgres(`${folder.path}/postgres`);
    await postgres.start();
    await until(() => postgres.answers());
    const db = connect(postgres.url, { poolSize: 1 });
    for (const statement of ['create database causeway', ...(guide.match(/^alter role .*(?=;)/gm) ?? [])])
      await db.unsafe(statement);
    await db.end();
    const { password, port: postgresPort } = new URL(postgres.url);
    port = await freePort();
    url = `postgres://causeway:${password}@127.0.0.1:${port}/causeway`;
    const paths = writePgBouncer(folder.path, { port, postgresPort: Number(postgresPort), password });
    const user = postgresUser();
    if (user) for (const path of paths) chownSync(path, user.uid, user.gid);
    await startBouncer(paths[0]);
    const env = { DATA_DIR: folder.path, MASTER_KEY: 'ab'.repeat(32), DEMO: '1', LOG_LEVEL: 'warn' };
    service = await serve({
      ...env,
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '4',
      PORT: '0',
      DRAIN_SECONDS: '0',
    });
  }, 240_000);
  afterAll(async () => {
    await service?.end('SIGKILL');
    bouncer?.kill('SIGKILL');
    await postgres?.stop();
    folder.remove();
  });

  it('takes payments, which its workers complete', async () => {
    const ask = (method: string, path: string, body?: object) =>
      call(`${service.url}/api/v1${path}`, method, { key: service.testKey, ...(body ? { body } : {}) });
    const made = await Promise.all(
      Array.from({ length: 20 }, () => ask('POST', '/payments', { amount: '10.00', currency: 'USD' })),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    for (const { json } of made)
      await until(
        async () => (await ask('GET', `/payments/${json.data.payment_id}`)).json.data.status === 'completed',
      );
    expect(service.output()).not.toContain('"level":"error"');
  }, 120_000);

  it('the guide sets what sessions would set themselves, and PgBouncer lets it through', async () => {
    expect(guide.match(/^alter role .*(?=;)/gm)).toEqual(sessionSettingsOf('causeway'));
    const db = connect(url, { poolSize: 1 });
    const rows = await db<{ name: string; setting: string }[]>`select name, setting from pg_settings`;
    const current = new Map(rows.map(({ name, setting }) => [name, setting]));
    for (const [name, value] of Object.entries(sessionSettings)) expect(current.get(name), name).toBe(value);
    await db.end();
  });

  it('hears what others notify in session mode, and not in transaction mode', async () => {
    const heardBy = async () => {
      const [listener, speaker] = [
        connect(url, { poolSize: 1 }),
        connect(postgres.url.replace(/postgres$/, 'causeway'), { poolSize: 1 }),
      ];
      const heard: string[] = [];
      await listener.listen('drill', (payload) => heard.push(payload));
      // Asks on both sides of the notification, so that it has arrived if it ever does.
      await listener`select 1`;
      await speaker.notify('drill', 'hello');
      for (let asked = 0; asked < 50; asked++) await listener`select 1`;
      await Promise.all([listener.end({ timeout: 1 }), speaker.end()]);
      return heard;
    };
    await until(async () => (await heardBy()).includes('hello'));
    await service.end('SIGTERM');
    bouncer.kill('SIGTERM');
    await once(bouncer, 'exit');
    const path = `${folder.path}/pgbouncer.ini`;
    writeFileSync(path, readFileSync(path, 'utf8').replace('pool_mode = session', 'pool_mode = transaction'));
    await startBouncer(path);
    expect(await heardBy()).toEqual([]);
  }, 120_000);
});
