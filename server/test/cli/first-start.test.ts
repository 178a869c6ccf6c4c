import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { causeway, cli, makeDataDir, type RunningService, serve, until } from '../support/process.ts';

const dataDir = makeDataDir();
const env = { DATA_DIR: dataDir.path, PORT: '0' };
let service: RunningService;
beforeAll(async () => {
  service = await serve(env);
});
afterAll(async () => {
  await service.end('SIGTERM');
  dataDir.remove();
});

describe('the first start', () => {
  it('prints JSON lines only where no person reads, and no secret', async () => {
    const logged = service.output().trim().split('\n');
    for (const line of logged) expect(() => JSON.parse(line), line).not.toThrow();
    expect(service.output()).not.toContain('svc_');
  });

  it('writes the credentials where only their owner can read them', () => {
    const path = join(dataDir.path, 'dev-credentials.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const credentials = JSON.parse(readFileSync(path, 'utf8'));
    expect(credentials).toEqual({
      base_url: `${service.url}/api/v1`,
      dashboard_url: `${service.url}/dashboard`,
      email: 'demo@causeway.test',
      password: expect.stringMatching(/^\S{20,}$/),
      test_key: service.testKey,
      live_key: expect.stringMatching(/^svc_live_/),
      publishable_key: expect.stringMatching(/^svc_pub_test_/),
    });
  });

  it('the owner of the demo merchant can sign in to the dashboard with them', async () => {
    const path = join(dataDir.path, 'dev-credentials.json');
    const { email, password } = JSON.parse(readFileSync(path, 'utf8'));
    const headers = { origin: service.url, 'sec-fetch-site': 'same-origin' };
    const answer = await call(`${service.url}/dashboard/api/sign_in`, 'POST', {
      body: { email, password },
      headers,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({
      member: { email, role: 'owner' },
      merchant: { name: 'Demo Shop' },
      sign_up_open: true,
    });
  });

  it('a link to reset a password, mailed nowhere without SMTP, is in the outbox for the operator', async () => {
    const body = { email: 'demo@causeway.test' };
    await call(`${service.url}/dashboard/api/password/forgot`, 'POST', { body });
    let mail: { email_id: string } | undefined;
    await until(async () => {
      const list = await causeway(['emails', 'list', '--json'], env);
      mail = JSON.parse(list.stdout).find((one: { kind: string }) => one.kind === 'password_reset');
      return mail !== undefined;
    });
    const shown = await causeway(['emails', 'show', mail?.email_id ?? ''], env);
    const token = /\/dashboard\/reset\?token=([\w-]{43})/.exec(shown.stdout)?.[1];
    const answer = await call(`${service.url}/dashboard/api/password/reset`, 'POST', {
      body: { token, new_password: 'weak' },
    });
    expect(answer.json.error.code).toBe('WEAK_PASSWORD');
  });

  it('prints neither the password nor the live key', () => {
    const credentials = JSON.parse(readFileSync(join(dataDir.path, 'dev-credentials.json'), 'utf8'));
    expect(service.output()).not.toContain(credentials.password);
    expect(service.output()).not.toContain(credentials.live_key);
  });

  it('is found by the commands for developers through its data folder alone', async () => {
    const { code, stdout, stderr } = await causeway(['trigger', 'payment.expired', '--json'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).type).toBe('payment.expired');
  });

  it.each(['payout.completed', 'payout.failed'])('can trigger %s at once', async (type) => {
    const { code, stdout, stderr } = await causeway(['trigger', type, '--json'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ type, data: { chain: 'base', token: 'USDC' } });
  });

  it('refuses a second service on the same folder in one line', async () => {
    const second = await causeway(['serve'], env);
    expect(second.code).toBe(1);
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
    expect(second.stderr).toContain(dataDir.path);
  });

  it('keeps its merchant and keys over a clean stop and a second start', async () => {
    const key = service.testKey;
    expect(await service.end('SIGTERM')).toBe(0);
    expect(existsSync(join(dataDir.path, 'postgres', 'postmaster.pid'))).toBe(false);
    service = await serve(env);
    expect(service.testKey).toBe(key);
    const list = await call(`${service.url}/api/v1/payments`, 'GET', { key });
    expect(list.json.data).toHaveLength(3);
    const merchants = JSON.parse((await causeway(['merchants', 'list', '--json'], env)).stdout);
    expect(merchants).toHaveLength(1);
  });
});

describe('in a terminal', () => {
  it('serve prints the dashboard, the test key and a curl line that works', async () => {
    const folder = makeDataDir();
    // `script` gives the command a terminal.
    const command = `"${process.execPath}" "${cli}" serve`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder.path, PORT: '0' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const curl = () => printed.split('\r\n').find((text) => text.startsWith('curl '));
    await until(
      () => curl() !== undefined,
      170_000,
      () => printed,
    );
    const [, url = '', key = '', body = ''] =
      /^curl -s (\S+) -H 'Authorization: Bearer (\w+)' -H 'Content-Type: application\/json' -d '(.+)'$/.exec(
        curl() ?? '',
      ) ?? [];
    expect(printed).toContain(`Dashboard      ${url.replace('/api/v1/payments', '')}/dashboard`);
    const answer = await call(url, 'POST', { key, body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(201);
    const address = `${url}/${answer.json.data.payment_id}`;
    const isDone = async () => {
      // A key may ask a thousand times a minute.
      await sleep(200);
      return (await call(address, 'GET', { key })).json.data.status === 'completed';
    };
    await until(isDone, 60_000);
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.write('\x03');
    await ended;
    expect(existsSync(join(folder.path, 'postgres', 'postmaster.pid'))).toBe(false);
    folder.remove();
  });
});
