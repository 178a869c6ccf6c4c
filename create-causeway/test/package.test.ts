import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhooks } from '../../sdk/src/webhooks/webhooks.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { until } from '../../server/test/support/process.ts';
import { startTestService, type TestService } from '../../server/test/support/service.ts';

const exec = promisify(execFile);
const source = fileURLToPath(new URL('..', import.meta.url));
/** Installing a framework from the registry takes minutes on a busy machine. */
const patienceMs = 300_000;
let folder: string;
let tarball: string;
let service: TestService;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'create-causeway-'));
  await exec('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
  service = await startTestService({ workers: true });
});
afterEach(async () => {
  for (const child of running) {
    const ended = new Promise((resolve) => child.once('close', resolve));
    // npm and the shop are children of the command.
    if (child.exitCode === null && child.pid) {
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
    running.delete(child);
  }
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** As `npm create causeway` does it, with the packed package in place of the published one. */
function create(args: string[], answers = '', options: string[] = []) {
  const all = ['exec', '--yes', ...options, `--package=${tarball}`, '--', 'create-causeway', ...args];
  const { CAUSEWAY_API_KEY: _, ...env } = process.env;
  const child = spawn('npm', all, { cwd: folder, env, detached: true });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.stdin.end(answers);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, output: () => output, ended };
}

/** Buys in the shop as a browser does, and pays. */
async function buy(shopUrl: string): Promise<void> {
  const send = (path: string) => fetch(shopUrl + path, { method: 'POST', redirect: 'manual' });
  expect(await (await fetch(shopUrl)).text()).toContain('Enamel mug');
  const order = (await send('/orders')).headers.get('location') ?? '';
  const page = async () => (await fetch(shopUrl + order)).text();
  expect(await page()).toContain('Waiting for your payment of 14.00 USD');
  const checkouts = await Promise.all([send(`${order}/pay`), send(`${order}/pay`)]);
  const [checkout, again] = checkouts.map(({ headers }) => headers.get('location') ?? '');
  expect(again, 'two clicks are one payment').toBe(checkout);
  const paymentId = checkout?.split('/').at(-1);
  const payment = (await service.call('GET', `/payments/${paymentId}`)).json.data;
  expect(payment.redirect_url).toBe(shopUrl + order);
  // Forged, and of the right order: the shop believes only the signature.
  const event = {
    id: 'evt_1',
    type: 'payment.completed',
    created_at: new Date().toISOString(),
    data: payment,
  };
  const forged = await webhooks.sign(JSON.stringify(event), 'whsec_b3RoZXI=');
  const answer = await fetch(`${shopUrl}/webhooks/causeway`, { method: 'POST', ...forged });
  expect(answer.status).toBe(400);
  expect(await page()).toContain('Waiting');
  await service.call('POST', `/payments/${paymentId}/simulate`, { body: { outcome: 'complete' } });
  await until(async () => (await page()).includes('Paid. Thank you!'), 30_000);
  expect((await fetch(`${shopUrl}/orders/unknown`)).status).toBe(404);
}

describe('npm create causeway', () => {
  it('asks three questions, writes a shop in plain Node, and starts it: without the registry', async () => {
    const shop = create(['mugs'], `\n${service.url}\n${service.testKey}\n`, ['--offline']);
    await until(
      () => shop.output().includes('Shop running at') || shop.child.exitCode !== null,
      patienceMs,
      shop.output,
    );
    expect(shop.output()).toContain('Framework: node, next, hono (node): URL of your Causeway');
    await buy(/Shop running at (\S+)/.exec(shop.output())?.[1] ?? '');
    expect(readdirSync(join(folder, 'mugs')).filter((name) => name.endsWith('.js'))).toEqual(['shop.js']);
    expect(statSync(join(folder, 'mugs/.env')).mode & 0o077, 'only the owner reads the key').toBe(0);
    expect(readFileSync(join(folder, 'mugs/.gitignore'), 'utf8')).toContain('.env');
    expect(
      Object.keys(JSON.parse(readFileSync(join(folder, 'mugs/package.json'), 'utf8')).dependencies),
    ).toEqual(['@causeway/sdk']);
  });

  it.each(['hono', 'next'])(
    'writes a shop in %s, and starts it',
    async (framework) => {
      const port = await freePort();
      const shop = create([
        framework,
        ...['--framework', framework, '--url', service.url, '--key', service.testKey, '--port', String(port)],
      ]);
      const ready = () => /Shop running at|Ready in/.test(shop.output()) || shop.child.exitCode !== null;
      await until(ready, patienceMs, shop.output);
      expect(shop.child.exitCode, shop.output()).toBeNull();
      await buy(`http://localhost:${port}`);
      // The same endpoint again: a shop that is written anew gets a new secret, and no second delivery.
      const endpoints = (await service.call('GET', '/webhooks/endpoints')).json.data;
      expect(endpoints.filter(({ url }: { url: string }) => url.includes(`:${port}/`))).toHaveLength(1);
    },
    patienceMs,
  );

  it.each([
    ['a live key', ['--key', 'svc_live_1'], 'A new shop starts with test money'],
    ['no key', ['--key', 'pk'], 'data/dev-credentials.json'],
    ['a key that is not known', ['--key', 'svc_test_unknown'], 'Causeway refused the key'],
    ['an unknown framework', ['--framework', 'rails'], 'Take one of node, next, hono'],
    ['a service that does not answer', ['--url', 'http://localhost:1'], 'Start it, or check the URL.'],
    ['an unknown option', ['--colour', 'red'], 'Usage: npm create causeway'],
  ])('refuses %s with what to do, and writes nothing', async (_what, args, text) => {
    const given = ['--framework', 'node', '--url', service.url, '--key', service.testKey];
    const refused = create(['refused', ...given, ...args]);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(text);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });

  it('refuses a folder that is not empty, and questions without an answer', async () => {
    const refused = create(['.']);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('is not empty');
    const silent = create(['silent']);
    expect(await silent.ended).toBe(1);
    expect(silent.output()).toContain('give --framework, --url and --key');
  });

  it('has no dependency, and is small', () => {
    const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    expect(statSync(tarball).size).toBeLessThan(100_000);
  });
});
