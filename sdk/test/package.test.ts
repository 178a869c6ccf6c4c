import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';

// Packing, compiling and type checks run as child processes, which can be slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const exec = promisify(execFile);
const sdk = fileURLToPath(new URL('..', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const mostBytes = 10_000;
let service: TestService;
/** A project with the packed package installed. */
let project: string;
let tarball: string;
let installed: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'causeway-sdk-'));
  // Without scripts: the tests use the output of "npm run build -w sdk", which must not change meanwhile.
  await exec('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', project], { cwd: sdk });
  tarball = join(project, readdirSync(project).find((file) => file.endsWith('.tgz')) ?? '');
  installed = join(project, 'node_modules/@causeway/sdk');
  mkdirSync(installed, { recursive: true });
  await exec('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  rmSync(project, { recursive: true, force: true });
});

/** Prints the status of a created payment and of a verified event. */
const use = `
  const causeway = new Causeway({ apiKey: process.env.KEY, baseUrl: process.env.BASE_URL });
  const payment = await causeway.payments.create({ amount: '4.04', currency: 'USD' });
  const event = { id: 'evt_1', type: 'payment.expired', created_at: 'now', data: {} };
  const { body, headers } = await webhooks.sign(event, 'whsec_c2VjcmV0');
  const verified = await webhooks.verify(body, headers, 'whsec_c2VjcmV0');
  console.log(payment.status, verified.type);`;

/** Asynchronous, because the service under test runs in this process. */
async function run(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], KEY: service.testKey, BASE_URL: `${service.url}/api/v1` };
  return (await exec(process.execPath, args, { cwd: project, env })).stdout.trim();
}

/** Bundles the code for a browser. Fails if anything in it needs Node. */
function bundle(code: string, format: 'esm' | 'iife' = 'esm'): string {
  const { outputFiles } = buildSync({
    stdin: { contents: code, resolveDir: project },
    bundle: true,
    minify: true,
    platform: 'browser',
    format,
    globalName: 'packed',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('the packed package', () => {
  it('works when imported', async () => {
    const code = `import { Causeway, webhooks } from '@causeway/sdk';${use}`;
    expect(await run('--input-type=module', '-e', code)).toBe('pending payment.expired');
  });

  it('works when required', async () => {
    // Newer Node versions can also require ES modules, which would hide a missing CommonJS build.
    const noEsm = process.allowedNodeEnvironmentFlags.has('--no-experimental-require-module');
    const code = `const { Causeway, webhooks } = require('@causeway/sdk'); (async () => {${use}})();`;
    expect(await run(...(noEsm ? ['--no-experimental-require-module'] : []), '-e', code)).toBe(
      'pending payment.expired',
    );
  });

  it('works bundled for a browser, without Node APIs', async () => {
    const text = bundle(`import { Causeway, webhooks } from '@causeway/sdk';${use}`);
    expect(text).not.toMatch(/node:|\brequire\(|\bBuffer\b/);
    writeFileSync(join(project, 'bundle.mjs'), text);
    expect(await run('bundle.mjs')).toBe('pending payment.expired');
  });

  it('works with only the globals of browsers and edge runtimes', async () => {
    const { fetch, crypto, URL, URLSearchParams, TextEncoder, TextDecoder, AbortController } = globalThis;
    const { atob, btoa, setTimeout, clearTimeout } = globalThis;
    const printed: string[] = [];
    const web = { fetch, crypto, URL, URLSearchParams, TextEncoder, TextDecoder, AbortController };
    const more = {
      atob,
      btoa,
      setTimeout,
      clearTimeout,
      console: { log: (...words: string[]) => printed.push(...words) },
    };
    const context = createContext({ ...web, ...more });
    const settings = { KEY: service.testKey, BASE_URL: `${service.url}/api/v1` };
    const code = use.replaceAll('process.env', JSON.stringify(settings));
    runInContext(bundle(`export * from '@causeway/sdk'`, 'iife'), context);
    await runInContext(`(async () => { const { Causeway, webhooks } = packed; ${code} })()`, context);
    expect(printed).toEqual(['pending', 'payment.expired']);
  });

  it(`is at most ${mostBytes} bytes, minified and gzipped`, () => {
    const bytes = gzipSync(bundle(`export * from '@causeway/sdk'`)).length;
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });

  it('type-checks in a strict project, and so do the examples of the README', async () => {
    const typescript = /```ts\n([\s\S]*?)```/g;
    const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(typescript)].map(([, code]) => code);
    expect(examples.length).toBeGreaterThan(3);
    const shop = `declare const process: { env: Record<string, string | undefined> };
      declare const order: { id: string };
      declare const lastEventId: string;
      declare function ship(orderId: string | null): Promise<void>;`;
    writeFileSync(join(project, 'examples.mts'), shop + examples.join('\n'));
    writeFileSync(
      join(project, 'required.cts'),
      `import { type Payment, webhooks } from '@causeway/sdk';
      export const isPaid = (payment: Payment): boolean => payment.status === 'completed';
      export const typeOf = async (body: string) => (await webhooks.verify(body, {}, '')).type;`,
    );
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--noEmit',
      '--ignoreConfig',
    ];
    const platform = ['--module', 'nodenext', '--lib', 'ES2023,DOM', '--types', ''];
    const files = ['examples.mts', 'required.cts'];
    await exec(process.execPath, [tsc, ...strict, ...platform, ...files], { cwd: project }).catch((error) => {
      throw new Error(error.stdout);
    });
  });

  it('is tree-shakable: webhook verification does not include the client', () => {
    const text = bundle(`import { webhooks } from '@causeway/sdk'; console.log(webhooks)`);
    expect(text).toContain('webhook-signature');
    expect(text).not.toContain('idempotency-key');
  });

  it('contains the built files, README and licence, and has no dependencies', () => {
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it.each(['check:package', 'check:types'])(
    'passes %s',
    async (script) => {
      const { stdout } = await exec('npm', ['run', '--silent', script, '--', tarball], { cwd: sdk });
      expect(stdout).toMatch(/All good|No problems found/);
    },
    120_000,
  );
});
