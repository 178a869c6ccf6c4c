import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import { drill } from '../../docs/drills.ts';
import { embeddedUrl } from '../../docs/embedded-url.ts';
import { call } from '../../support/call.ts';
import { findDebianPostgres, openPostgresShell, type PostgresShell } from '../../support/debian-postgres.ts';
import { freePort } from '../../support/free-port.ts';
import { causeway, cli, makeDataDir, serve, until } from '../../support/process.ts';

/*
 * The drills of docs/operating.md, "Move the database", as an operator types them: the built commands, an embedded Postgres,
 * and Debian's, which is an older major version.
 */

const programs = findDebianPostgres();
if (!programs)
  process.stderr.write('NOT RUN: there is no Postgres of Debian on this machine; see CONTRIBUTING.md.\n');

/** What is compared: every row of every table, as text. */
async function contentOf(url: string): Promise<Map<string, string[]>> {
  const db: Db = connect(url, { poolSize: 1 });
  try {
    const tables = await db<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'migrations' order by 1`;
    const content = new Map<string, string[]>();
    for (const { name } of tables) {
      const rows = await db<{ row: string }[]>`select t::text as row from ${db(name)} t order by 1`;
      content.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return content;
  } finally {
    await db.end();
  }
}

describe.runIf(programs)('moving the database', { timeout: 600_000 }, () => {
  let shell: PostgresShell;
  let externalUrl: string;
  const home = makeDataDir();
  const files = mkdtempSync(join(tmpdir(), 'causeway-move-'));
  const dataDir = join(home.path, 'data');
  const env = { DATA_DIR: dataDir, PORT: '0' };
  let key: string;
  let answered: string;

  /** The guide's commands. `causeway` is the built one. */
  const run = async (name: string, more: Record<string, string> = {}) => {
    const code = `causeway() { "${process.execPath}" "${cli}" "$@"; }\n${drill(name).join('\n')}`;
    return new Promise<string>((resolve, reject) => {
      const settings = {
        PATH: process.env['PATH'] ?? '',
        HOME: home.path,
        TMPDIR: tmpdir(),
        ...env,
        ...more,
      };
      execFile(
        'bash',
        ['-euo', 'pipefail', '-c', code],
        { cwd: files, env: settings },
        (error, stdout, stderr) => (error ? reject(new Error(`${stdout}\n${stderr}`)) : resolve(stdout)),
      );
    });
  };
  const pay = async (url: string) => {
    const body = { amount: '0.01', currency: 'USD', reference_id: 'order-1' };
    const headers = { 'idempotency-key': 'order-1' };
    return call(`${url}/api/v1/payments`, 'POST', { key, body, headers });
  };

  beforeAll(async () => {
    shell = openPostgresShell(programs ?? '');
    externalUrl = await shell.startServer(join(shell.folder, 'external'), await freePort());
    const service = await serve(env);
    key = service.testKey;
    answered = (await pay(service.url)).text;
    const { payment_id } = JSON.parse(answered).data;
    const isCompleted = async () =>
      (await call(`${service.url}/api/v1/payments/${payment_id}`, 'GET', { key })).json.data.status ===
      'completed';
    await until(isCompleted);
    const refunded = await call(`${service.url}/api/v1/refunds`, 'POST', { key, body: { payment_id } });
    expect(refunded.status, refunded.text).toBe(201);
    const endpoint = { url: 'https://shop.example/hook', events: ['*'], description: 'Ünï \u{1F600}\t"\\' };
    expect(
      (await call(`${service.url}/api/v1/webhooks/endpoints`, 'POST', { key, body: endpoint })).status,
    ).toBe(201);
    const refused = await causeway(['database', 'export', join(files, 'running.saved')], env);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('still runs on this database');
    await service.end('SIGTERM');
  }, 600_000);
  afterAll(async () => {
    await shell?.remove(join(shell.folder, 'external'));
    rmSync(files, { recursive: true, force: true });
    home.remove();
  });

  /** Requests made before replay on the new database, and the service goes on. */
  async function expectToGoOn(settings: Record<string, string>): Promise<void> {
    const service = await serve({ PORT: '0', ...settings });
    try {
      const again = await pay(service.url);
      expect(again.text).toBe(answered);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const next = await call(`${service.url}/api/v1/payments`, 'POST', {
        key,
        body: { amount: '10.00', currency: 'USD' },
      });
      expect(next.status, next.text).toBe(201);
    } finally {
      await service.end('SIGTERM');
    }
  }

  it('to an external Postgres of an older major version: every row is there, and the service goes on', async () => {
    const embedded = await serve(env, ['--no-workers']);
    const before = await contentOf(embeddedUrl(home.path));
    await embedded.end('SIGTERM');
    expect(before.size).toBeGreaterThan(60);
    await run('to-external', { EXTERNAL_URL: externalUrl });
    const file = join(files, 'causeway.saved');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const after = await contentOf(externalUrl);
    for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows);
    const masterKey = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
    await expectToGoOn({ DATABASE_URL: externalUrl, MASTER_KEY: masterKey });
  });

  it('refuses a database that is in use, a file that was cut off, and another file', async () => {
    const file = join(files, 'causeway.saved');
    const masterKey = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
    const into = (url: string, path: string) =>
      causeway(['database', 'import', path], { DATABASE_URL: url, MASTER_KEY: masterKey });
    const used = await into(externalUrl, file);
    expect(used.stderr).toContain('The database is not empty');
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
    const again = await causeway(['database', 'export', file], {
      DATABASE_URL: externalUrl,
      MASTER_KEY: masterKey,
    });
    expect(again.stderr).toContain('cannot be written: EEXIST');
    const half = join(files, 'half.saved');
    const emptyUrl = externalUrl.replace(/postgres$/, 'half');
    await shell.run(`psql "${externalUrl}" --command='create database half'`);
    for (const [kept, said] of [
      [lines.slice(0, -1), 'is not whole'],
      [lines.toSpliced(-2, 1), 'is not whole'],
      [['{"hello":1}'], 'was not written by'],
      [[(lines[0] ?? '').replace('0001_baseline.sql', '0999_later.sql')], 'does not know 0999_later.sql'],
    ] as const) {
      writeFileSync(half, gzipSync(`${kept.join('\n')}\n`));
      const { code, stderr } = await into(emptyUrl, half);
      expect(code).not.toBe(0);
      expect(stderr).toContain(said);
    }
    writeFileSync(half, readFileSync(file).subarray(0, -100));
    expect((await into(emptyUrl, half)).stderr).toContain('cannot be read');
    // What was refused left nothing behind that is in the way.
    expect((await into(emptyUrl, file)).code).toBe(0);
    expect((await contentOf(emptyUrl)).get('payments')?.length).toBeGreaterThan(0);
  });

  it('into a new folder of the embedded Postgres, as for its next major version', async () => {
    rmSync(join(files, 'causeway.saved'));
    await run('major');
    await expectToGoOn(env);
  });
});
