import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../../src/platform/db/client.ts';
import { type MailServer, startMailServer } from '../messages/email/mail-server.ts';
import { mailboxHeader, parseMessage, rawHeader, textHeader, textOf } from '../messages/email/mime.ts';
import { causeway, type RunningCommand, start, until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { startTestService, type TestService } from '../support/service.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });
const patienceMs = 90_000;
const subject = 'The draft workflow changes on 1 September';
const words = 'Dear merchant,\n\nread https://pay.example/docs/changelog.\n\n    curl <url> & wait\n';

let service: TestService;
let server: MailServer;
let folder: string;
let running: RunningCommand[];
beforeEach(async () => {
  running = [];
  folder = mkdtempSync(join(tmpdir(), 'causeway-announce-'));
  [server, service] = await Promise.all([startMailServer(), startTestService()]);
  // Each test says who is there.
  await service.ctx.db`update api_keys set revoked_at = now()`;
});
afterEach(async () => {
  for (const command of running) await command.end('SIGKILL');
  await service.stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({
  DATABASE_URL: service.databaseUrl,
  MASTER_KEY: 'ab'.repeat(32),
  SMTP_URL: server.url,
  MAIL_FROM: 'Causeway Pay <pay@causeway.example>',
  LOG_LEVEL: 'warn',
});

function file(content: string | Buffer): string {
  const path = join(folder, 'body.txt');
  writeFileSync(path, content);
  return path;
}

const args = (body: string | Buffer = words) => ['announce', '--subject', subject, '--body-file', file(body)];
const announce = (...more: string[]) => causewayHere([...args(), ...more], env());
const announceApart = () => causeway([...args(), '--json'], env());

function run(...command: string[]): RunningCommand {
  const started = start(command, env());
  running.push(started);
  return started;
}

/** Merchants m000@, m001@ … with two keys each. */
async function createMerchants(count: number): Promise<void> {
  const { db } = service.ctx;
  await db`
    insert into merchants (merchant_id, name, email, created_at)
    select 'mer_' || to_char(n, 'FM000'), 'Shop ' || n, 'm' || to_char(n, 'FM000') || '@merchant.example', now()
    from generate_series(0, ${count - 1}::int) as n`;
  await db`
    insert into api_keys (key_id, merchant_id, environment, kind, key_hash, hint, created_at)
    select 'key_' || merchant_id || env, merchant_id, env, 'secret', sha256((merchant_id || env)::bytea), 'abcd', now()
    from merchants, unnest(array['test', 'live']) as env where merchant_id like 'mer\_0__' or merchant_id like 'mer\_1__'`;
}

const addresses = (count: number) =>
  Array.from({ length: count }, (_, n) => `m${String(n).padStart(3, '0')}@merchant.example`);
const received = () => server.received.flatMap(({ to }) => to).sort();

/** Starts a worker and waits until nothing is left to send. */
async function sendAll(): Promise<void> {
  const worker = run('work');
  const left = async () =>
    (await service.ctx.db`select 1 from emails where status = 'queued' limit 1`).length > 0;
  await until(async () => !(await left()), patienceMs, worker.output);
  expect(await worker.end('SIGTERM')).toBe(0);
}

/** Those that wait for a row that somebody else holds. */
async function waitingBackends(): Promise<number[]> {
  const rows = await service.ctx.db<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.map(({ pid }) => pid);
}

describe('announce', () => {
  it('mails each merchant with a key that is not revoked once, in the operator’s name', async () => {
    await createMerchants(3);
    await service.ctx.db`update api_keys set revoked_at = now() where merchant_id = 'mer_001'`;
    await service.ctx
      .db`update api_keys set revoked_at = now() where merchant_id = 'mer_000' and environment = 'test'`;
    await service.ctx.db`update merchants set status = 'suspended' where merchant_id = 'mer_002'`;
    const { code, stdout } = await announceApart();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      announcement_id: expect.stringMatching(/^ann_/),
      dry_run: false,
      merchants: 2,
      already_queued: 0,
      queued: 2,
      left_out: 0,
    });
    await sendAll();
    expect(received()).toEqual(['m000@merchant.example', 'm002@merchant.example']);
    const raw = server.received[0]?.raw ?? Buffer.alloc(0);
    const message = parseMessage(raw);
    expect(textHeader(message, 'Subject')).toBe(subject);
    expect(mailboxHeader(message, 'From')).toEqual({ name: 'Causeway Pay', address: 'pay@causeway.example' });
    expect(rawHeader(message, 'Reply-To')).toBeUndefined();
    const [text, html] = [textOf(message, 'text/plain'), textOf(message, 'text/html')];
    expect(text).toContain(
      'Dear merchant,\n\nread https://pay.example/docs/changelog.\n\n    curl <url> & wait\n',
    );
    expect(html).toMatch(/<p [^>]*>Dear merchant,<\/p>/);
    expect(html).toMatch(
      /<a href="https:\/\/pay\.example\/docs\/changelog"[^>]*>https:[^<]*changelog<\/a>\./,
    );
    expect(html).toContain('\u00a0\u00a0\u00a0\u00a0curl &lt;url&gt; &amp; wait');
  });

  it('--dry-run says how many, and sends and keeps nothing', async () => {
    await createMerchants(3);
    const { code, stdout } = await announce('--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ announcement_id: null, merchants: 3, would_queue: 3 });
    expect(await service.ctx.db`select 1 from emails union all select 1 from announcements`).toHaveLength(0);
  });

  it('killed in the middle and run again, it goes on where it was: each gets exactly one', async () => {
    await createMerchants(160);
    // The second hundred waits for this merchant's row, until the command is killed.
    const pool = connect(service.databaseUrl, { poolSize: 1 });
    const blocker = await pool.reserve();
    await blocker`set idle_in_transaction_session_timeout = 0`;
    await blocker`begin`;
    await blocker`select 1 from merchants where merchant_id = 'mer_120' for update`;
    const first = run(...args());
    await until(() => first.stderr().includes('100 of 160 merchants queued\n'), patienceMs, first.output);
    await until(async () => (await waitingBackends()).length === 1, patienceMs, first.output);
    expect(await first.end('SIGKILL')).toBe('SIGKILL');
    // Postgres would finish the statement of a client that is gone.
    for (const pid of await waitingBackends()) await service.ctx.db`select pg_terminate_backend(${pid})`;
    await until(async () => (await waitingBackends()).length === 0, patienceMs);
    await blocker`rollback`;
    blocker.release();
    await pool.end();

    const again = await announce('--json');
    expect(again.stderr).toBe('160 of 160 merchants queued\n');
    expect(JSON.parse(again.stdout)).toMatchObject({ merchants: 160, already_queued: 100, queued: 60 });
    const third = await announce('--json');
    expect(JSON.parse(third.stdout)).toMatchObject({ already_queued: 160, queued: 0 });
    await sendAll();
    expect(received()).toEqual(addresses(160));
  });

  it('two at once: each merchant gets exactly one', async () => {
    await createMerchants(160);
    const results = await Promise.all([announceApart(), announceApart(), announceApart()]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    const queued = results.map(({ stdout }) => JSON.parse(stdout).queued as number);
    expect(queued.reduce((sum, one) => sum + one, 0)).toBe(160);
    const rows = await service.ctx.db`select to_address from emails order by to_address`;
    expect(rows.map((row) => row['to_address'])).toEqual(addresses(160));
  });

  it('nobody gets it again after the e-mails are forgotten, and who has a first key since gets it', async () => {
    await createMerchants(2);
    await announce();
    await service.ctx.db`delete from emails`;
    await service.createKey(service.merchantId, 'live');
    const { stdout } = await announce('--json');
    expect(JSON.parse(stdout)).toMatchObject({ merchants: 3, already_queued: 2, queued: 1 });
    const other = await causewayHere([...args('Other words.'), '--json'], env());
    expect(JSON.parse(other.stdout)).toMatchObject({ already_queued: 0, queued: 3 });
  });

  it('leaves out a merchant whose address no mail can be sent to, says so, and writes once it is mended', async () => {
    await createMerchants(2);
    await service.ctx.db`update merchants set email = 'a,b@c' where merchant_id = 'mer_001'`;
    const { code, stdout, stderr } = await announce('--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ merchants: 2, queued: 1, left_out: 1 });
    expect(stderr).toContain('Left out: mer_001');
    await service.ctx.db`update merchants set email = 'b@c.example' where merchant_id = 'mer_001'`;
    expect(JSON.parse((await announce('--json')).stdout)).toMatchObject({ queued: 1, left_out: 0 });
  });
});

describe('announce called wrongly', () => {
  const tooLong = Buffer.alloc(100 * 1024 + 1, 'a');
  it.each([
    [
      'no file',
      () => ['announce', '--subject', 'S', '--body-file', join(folder, 'none.txt')],
      'cannot be read',
    ],
    ['a folder', () => ['announce', '--subject', 'S', '--body-file', folder], 'cannot be read'],
    [
      'an endless device',
      () => ['announce', '--subject', 'S', '--body-file', '/dev/zero'],
      'longer than 100 KB',
    ],
    ['an empty file', () => args(' \n\n'), 'is empty'],
    ['a file too long', () => args(tooLong), 'longer than 100 KB'],
    ['Latin-1', () => args(Buffer.from('caf\xe9', 'latin1')), 'not plain text in UTF-8'],
    ['a NUL', () => args('a\0b'), 'not plain text in UTF-8'],
    ['no subject', () => ['announce', '--body-file', file('x')], '--subject is required'],
    ['no body', () => ['announce', '--subject', 'x'], '--body-file is required'],
    [
      'a blank subject',
      () => ['announce', '--subject', '  ', '--body-file', file('x')],
      '1 to 150 characters',
    ],
    [
      'two lines',
      () => ['announce', '--subject', 'a\nBcc: x@y.example', '--body-file', file('x')],
      'one line',
    ],
    [
      'a long subject',
      () => ['announce', '--subject', 'é'.repeat(151), '--body-file', file('x')],
      '1 to 150 characters, not 151',
    ],
    ['an unknown flag', () => [...args(), '--everyone'], "'--everyone'"],
  ])('%s: says so and ends with 1', async (_name, command, message) => {
    await createMerchants(1);
    const { code, stdout, stderr } = await causewayHere(command(), env());
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(await service.ctx.db`select 1 from announcements`).toHaveLength(0);
  });

  it('takes a file of exactly 100 KB', async () => {
    await createMerchants(1);
    const { code, stderr } = await causewayHere(args(tooLong.subarray(1)), env());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 of 1 merchants queued\n' });
  });
});
