import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/process.ts';

/* What an operator installs: the packed file in an empty folder, and a clone without its development packages. */

const exec = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'causeway-package-'));
const running: ChildProcess[] = [];
let tarball = '';

beforeAll(async () => {
  // The embedded Postgres runs as a user of its own.
  chmodSync(folder, 0o755);
  await exec(process.execPath, [join(root, 'server/scripts/pack.mjs'), folder], { cwd: root });
  tarball = join(folder, readdirSync(folder).find((file) => /^causeway-.*\.tgz$/.test(file)) ?? '');
}, 240_000);

afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Without the settings of the tests: a new machine has none. */
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  PORT: '0',
  TMPDIR: tmpdir(),
  npm_config_cache: '',
};
/** With the cache and the registry of this machine. */
const installEnv = { ...process.env, NODE_ENV: '' };

async function startIn(cwd: string, program: string, args: string[]) {
  const from = performance.now();
  const child = spawn(program, args, { cwd, env, stdio: 'pipe' });
  running.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (t) => (printed += t));
  await until(
    () => /"msg":"serving"/.test(printed) || child.exitCode !== null,
    170_000,
    () => printed,
  );
  expect(child.exitCode, printed).toBeNull();
  // Not asserted, since machines differ.
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  process.stderr.write(`${relative(folder, cwd)}: ready after ${seconds} s\n`);
  const serving = printed.split('\n').find((line) => line.includes('"msg":"serving"')) ?? '{}';
  const { base_url, data_dir } = JSON.parse(serving);
  const credentials = JSON.parse(readFileSync(join(data_dir, 'dev-credentials.json'), 'utf8'));
  const headers = {
    Authorization: `Bearer ${credentials.test_key}`,
    'Content-Type': 'application/json',
  };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${base_url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: Record<string, string> }).data };
  };
  return { child, url: new URL(base_url).origin, post, output: () => printed };
}

describe('the packed file', () => {
  it('has the service and its pages, and no sources, tests or local chains', async () => {
    const { stdout } = await exec('tar', ['-tzf', tarball]);
    const files = stdout.trim().split('\n');
    expect(files).toContain('package/server/dist/cli.js');
    expect(files).toContain('package/server/src/platform/db/migrations/0001_baseline.sql');
    expect(files.some((file) => file.startsWith('package/web/dist/assets/'))).toBe(true);
    expect(files.filter((file) => /\.tsx?$|\.map$|\/test\/|\/devnet\/|\.sol$/.test(file))).toEqual([]);
  });

  it('runs in an empty folder: a payment, its checkout, an invoice as PDF, and a stop', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await exec('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], {
      cwd: empty,
      env: installEnv,
    });
    const installed = join(empty, 'node_modules');
    for (const name of ['typescript', 'esbuild', 'viem', 'fastify'])
      expect(existsSync(join(installed, name)), name).toBe(false);
    const { child, url, post, output } = await startIn(empty, join(installed, '.bin/causeway'), []);
    const payment = await post('/payments', { amount: '49.99', currency: 'USD' });
    expect(payment.status).toBe(201);
    expect((await fetch(payment.data['checkout_url'] ?? '')).status).toBe(200);
    expect((await fetch(`${url}/docs/alerts`)).status).toBe(200);
    const invoice = await post('/invoices', {
      customer_email: 'ada@example.com',
      currency: 'USD',
      line_items: [{ description: 'Work', quantity: 1, unit_price: '10.00' }],
    });
    expect(invoice.status, JSON.stringify(invoice)).toBe(201);
    const issued = await post(`/invoices/${invoice.data['invoice_id']}/finalize`, {});
    const pdf = await fetch(`${issued.data['invoice_url']}/pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    child.kill('SIGTERM');
    await until(() => child.exitCode !== null || child.signalCode !== null, 60_000, output);
    expect(child.exitCode, output()).toBe(0);
  }, 300_000);
});

describe('a clone without its development packages', () => {
  const clone = join(folder, 'clone');

  it('starts what was built before', async () => {
    const { stdout } = await exec('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 100_000_000 });
    for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      cpSync(join(root, file), join(clone, file));
    }
    for (const built of ['server/dist', 'web/dist'])
      cpSync(join(root, built), join(clone, built), { recursive: true });
    await exec('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: clone,
      env: installEnv,
    });
    expect(existsSync(join(clone, 'node_modules/esbuild'))).toBe(false);
    const { post } = await startIn(clone, 'npm', ['start']);
    expect((await post('/payments', { amount: '49.99', currency: 'USD' })).status).toBe(201);
  }, 300_000);

  it('says what to do when nothing was built', async () => {
    rmSync(join(clone, 'server/dist'), { recursive: true, force: true });
    const failed = await exec('npm', ['run', 'compile'], { cwd: clone, env }).catch((error) => error);
    expect(failed.stderr).toContain('npm ci && npm run build');
  });
});
