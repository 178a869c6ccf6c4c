import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';

const exec = promisify(execFile);
const cli = fileURLToPath(new URL('..', import.meta.url));
/** A folder with nothing but the packed package. */
let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-cli-'));
  // Without scripts: the tests use what is built.
  await exec('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: cli });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  await exec('tar', ['-xzf', tarball], { cwd: folder });
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], env: Record<string, string> = {}) {
  const program = join(folder, 'package/dist/cli.js');
  const options = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...env } };
  const ended = await exec(process.execPath, [program, ...args], options).catch((error) => error);
  return { code: ended.code ?? 0, stdout: String(ended.stdout), stderr: String(ended.stderr) };
}

describe('the packed commands', () => {
  it('run without dependencies, outside of any project', async () => {
    const { dependencies, bin } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    expect(bin).toEqual({ causeway: './dist/cli.js' });
    const { stdout } = await run(['--help']);
    for (const name of ['webhooks listen', 'trigger', 'events resend', 'CAUSEWAY_API_KEY'])
      expect(stdout).toContain(`\n  ${name} `);
    expect(stdout).not.toContain('DATABASE_URL');
    expect((await run(['--version'])).stdout).toBe(
      `${JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')).version}\n`,
    );
  });

  it('trigger a test event with a key of the API, and send it again', async () => {
    const env = { CAUSEWAY_API_URL: `${service.url}/api/v1`, CAUSEWAY_API_KEY: service.testKey };
    const triggered = await run(['trigger', 'payment.expired', '--json'], env);
    expect(triggered.stderr).toBe('');
    const event = JSON.parse(triggered.stdout);
    expect(event).toMatchObject({ type: 'payment.expired', data: { status: 'expired' } });
    const resent = await run(['events', 'resend', event.id], env);
    expect(resent).toMatchObject({ code: 1, stdout: '' });
    expect(resent.stderr).toContain('endpoint');
  });

  it('say what to do without a key', async () => {
    const { code, stderr } = await run(['trigger', 'payment.completed']);
    expect(code).toBe(1);
    expect(stderr).toContain('Pass a test key with --api-key or CAUSEWAY_API_KEY');
  });
});
