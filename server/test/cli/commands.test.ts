import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { causeway, type Finished, type RunningService, serve, until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { createDatabase } from '../support/service.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

let database: Awaited<ReturnType<typeof createDatabase>>;
let env: Record<string, string>;
let service: RunningService;
beforeAll(async () => {
  database = await createDatabase();
  env = { DATABASE_URL: database.url, PORT: '0', MASTER_KEY: 'ab'.repeat(32) };
  service = await serve(env);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await database.drop();
});

async function json(...args: string[]) {
  return resultOf(await causeway([...args, '--json'], env));
}

/** For what another test has run in a process of its own. */
async function jsonHere(...args: string[]) {
  return resultOf(await causewayHere([...args, '--json'], env));
}

function resultOf({ code, stdout, stderr }: Finished) {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const status = async (key: string) =>
  (await call(`${service.url}/api/v1/payments`, 'GET', { key })).json.error?.code ?? 'ok';

describe('commands beside a running service', () => {
  it('make no demo merchant on an external database', async () => {
    expect(await json('merchants', 'list')).toEqual([]);
  });

  it('create a merchant and a key that works at once, and show the secret only then', async () => {
    const merchant = await json('merchants', 'create', '--name', 'Ada’s', '--email', 'ada@example.com');
    expect(merchant).toMatchObject({
      merchant_id: expect.stringMatching(/^mer_/),
      name: 'Ada’s',
      status: 'active',
    });
    const made = await json('keys', 'create', '--merchant', merchant.merchant_id, '--env', 'test');
    expect(made).toMatchObject({
      key_id: expect.stringMatching(/^key_/),
      environment: 'test',
      kind: 'secret',
    });
    expect(await status(made.key)).toBe('ok');
    const listed = await json('keys', 'list', '--merchant', merchant.merchant_id);
    expect(listed).toHaveLength(1);
    expect(listed[0]).not.toHaveProperty('key');
  });

  it('invite a merchant’s first member by a link, and let a member who is locked out back in', async () => {
    const { merchant_id } = await jsonHere('merchants', 'create', '--name', 'M', '--email', 'm@example.com');
    const dashboard = (method: string, path: string, body: unknown) =>
      call(`${service.url}/dashboard/api${path}`, method, { body });
    const tokenIn = (link: string) => new URL(link).searchParams.get('token');
    const args = ['members', 'create', '--merchant', merchant_id, '--email', 'first@example.com'];
    const invited = await json(...args, '--role', 'owner');
    expect(invited).toMatchObject({ member_id: expect.stringMatching(/^mem_/), status: 'invited' });
    const password = 'chosen by the member';
    const path = `/invitations/${tokenIn(invited.invitation_link)}/accept`;
    expect((await dashboard('POST', path, { password })).status).toBe(200);
    expect(await json('members', 'list', '--merchant', merchant_id)).toMatchObject([
      { member_id: invited.member_id, email: 'first@example.com', role: 'owner', status: 'active' },
    ]);

    const reset = await json('members', 'reset-password', invited.member_id, '--remove-second-factor');
    expect(reset.email).toBe('first@example.com');
    const chosen = { token: tokenIn(reset.reset_link), new_password: 'chosen a second time' };
    expect((await dashboard('POST', '/password/reset', chosen)).status).toBe(200);
    const signIn = { email: 'first@example.com', password: chosen.new_password };
    expect((await dashboard('POST', '/sign_in', signIn)).status).toBe(200);
  });

  it.each([
    [
      ['members', 'create', '--merchant', 'mer_x', '--email', 'a@b.example', '--role', 'owner'],
      /Merchant mer_x does not exist/,
    ],
    [
      ['members', 'create', '--merchant', 'mer_x', '--email', 'a@b.example', '--role', 'admin'],
      /--role must be/,
    ],
    [
      ['members', 'create', '--merchant', 'mer_x', '--email', 'nobody', '--role', 'owner'],
      /not a valid e-mail/,
    ],
    [['members', 'reset-password', 'mem_x'], /Member mem_x does not exist/],
  ])('%j says in one line what is wrong', async (args, message) => {
    const { code, stderr } = await causewayHere(args, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('revoke a key soon, for good', async () => {
    const { merchant_id } = await jsonHere('merchants', 'create', '--name', 'B', '--email', 'b@example.com');
    const { key, key_id } = await jsonHere('keys', 'create', '--merchant', merchant_id, '--env', 'live');
    expect(await status(key)).toBe('ok');
    const first = await json('keys', 'revoke', key_id);
    await until(async () => (await status(key)) === 'KEY_REVOKED', 15_000);
    expect((await jsonHere('keys', 'revoke', key_id)).revoked_at).toBe(first.revoked_at);
  });

  it('suspend and resume a merchant soon', async () => {
    const { merchant_id } = await jsonHere('merchants', 'create', '--name', 'C', '--email', 'c@example.com');
    const { key } = await jsonHere('keys', 'create', '--merchant', merchant_id, '--env', 'test');
    await json('merchants', 'suspend', merchant_id);
    await until(async () => (await status(key)) === 'ACCOUNT_SUSPENDED', 15_000);
    await json('merchants', 'resume', merchant_id);
    await until(async () => (await status(key)) === 'ok', 15_000);
  });

  it('make publishable keys and keys with an allowlist', async () => {
    const { merchant_id } = await jsonHere('merchants', 'create', '--name', 'D', '--email', 'd@example.com');
    const publishable = await jsonHere(
      'keys',
      'create',
      '--merchant',
      merchant_id,
      '--env',
      'live',
      '--publishable',
    );
    expect(publishable.key).toMatch(/^svc_pub_live_/);
    const base = ['keys', 'create', '--merchant', merchant_id, '--env', 'test'];
    const allowed = await jsonHere(
      ...base,
      '--allow-ip',
      '10.0.0.0/8',
      '--allow-ip',
      '127.0.0.1',
      '--allow-ip',
      '::1',
    );
    expect(allowed.allowed_ips).toEqual(['10.0.0.0/8', '127.0.0.1', '::1']);
    expect(await status(allowed.key)).toBe('ok');
    const elsewhere = await jsonHere(...base, '--allow-ip', '10.0.0.0/8');
    expect(await status(elsewhere.key)).toBe('IP_NOT_ALLOWED');
  });

  it('find nothing left to migrate', async () => {
    expect(await json('migrate')).toEqual({ applied: [] });
  });
});

describe('a command called wrongly', () => {
  it.each([
    [['merchants', 'create', '--name', 'X'], '--email is required'],
    [['merchants', 'create', '--name', 'X', '--email', 'nobody'], 'not a valid e-mail address'],
    [['merchants', 'create', '--name', 'X', '--email', 'a,b@c'], 'not a valid e-mail address'],
    [['merchants', 'create', '--name', 'X', '--email', 'A <a@b.example>'], 'not a valid e-mail address'],
    [['merchants', 'suspend', 'mer_unknown'], 'Merchant mer_unknown does not exist'],
    [
      ['merchants', 'update', 'mer_unknown', '--max-amount', '250000.00'],
      'Merchant mer_unknown does not exist',
    ],
    [['merchants', 'update', 'mer_unknown', '--max-amount', '1e6'], '--max-amount must be an amount in USD'],
    [['merchants', 'update', 'mer_unknown', '--fee-bps', '50'], 'Merchant mer_unknown does not exist'],
    [
      ['merchants', 'update', 'mer_unknown', '--fee-bps', '1001'],
      '--fee-bps must be a whole number from 0 to 1000',
    ],
    [
      ['merchants', 'update', 'mer_unknown', '--tolerance-bps', '501'],
      '--tolerance-bps must be a whole number',
    ],
    [['merchants', 'update', 'mer_unknown', '--tolerance-bps', '-1'], '--tolerance-bps'],
    [['merchants', 'update', 'mer_unknown', '--fee-bps', '0.5'], '--fee-bps must be a whole number'],
    [
      ['merchants', 'update', 'mer_unknown'],
      'Pass one of --simulated-customer on|off, --fee-bps N, --refund-fees returned|kept, --tolerance-bps N and --max-amount USD.',
    ],
    [['merchants', 'suspend'], 'Usage: causeway merchants suspend MERCHANT_ID'],
    [['keys', 'create', '--merchant', 'mer_unknown', '--env', 'test'], 'Merchant mer_unknown does not exist'],
    [['keys', 'create', '--merchant', 'm', '--env', 'prod'], '--env must be test or live'],
    [
      ['keys', 'create', '--merchant', 'm', '--env', 'test', '--allow-ip', '10.0.0.0/33'],
      'not an IP address or CIDR range',
    ],
    [['keys', 'revoke', 'key_unknown'], 'Key key_unknown does not exist'],
    [['keys', 'create', '--colour', 'red'], "'--colour'"],
    [['fly'], 'Unknown command "fly"'],
  ])('%j says so on stderr and ends with 1', async (args, message) => {
    const { code, stdout, stderr } = await causewayHere(args, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  it('names every wrong setting at once', async () => {
    const { code, stderr } = await causeway(['serve'], { ...env, PORT: 'x', LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/PORT is "x"[\s\S]*LOG_LEVEL is "loud"/);
  });

  it('says that the database cannot be reached, without its password', async () => {
    const { code, stderr } = await causeway(['merchants', 'list'], {
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot connect to the database');
    expect(stderr).not.toContain('hunter2');
  });
});

describe('--help', () => {
  it.each([
    [['keys', '--help']],
    [['keys', 'create', '--help']],
    [['serve', '--help']],
    [['webhooks', 'listen', '--help']],
    [['events', 'resend', '--help']],
  ])('%j explains and ends with 0', async (args) => {
    const { code, stdout } = await causewayHere(args, {});
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: causeway');
  });

  it('alone lists every command, in a process of its own', async () => {
    const { code, stdout } = await causeway(['--help'], {});
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: causeway');
  });
});

describe('--version', () => {
  it.each(['--version', '-v'])('%s prints it, and nothing else', async (option) => {
    expect(await causewayHere([option], {})).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('stopping', () => {
  it('finishes the requests in flight, then ends with 0', async () => {
    const other = await serve(env);
    const { merchant_id } = await jsonHere('merchants', 'create', '--name', 'E', '--email', 'e@example.com');
    const { key } = await jsonHere('keys', 'create', '--merchant', merchant_id, '--env', 'test');
    const body = { amount: '4.04', currency: 'USD' };
    const creates = Array.from({ length: 50 }, () =>
      call(`${other.url}/api/v1/payments`, 'POST', { key, body }),
    );
    await Promise.race(creates);
    const ended = other.end('SIGTERM');
    const answers = await Promise.allSettled(creates);
    expect(await ended).toBe(0);
    const created = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(created.every(({ status: code }) => code === 201)).toBe(true);
    const list = await call(`${service.url}/api/v1/payments?limit=100`, 'GET', { key });
    expect(list.json.data.length).toBeGreaterThanOrEqual(created.length);
  });
});
