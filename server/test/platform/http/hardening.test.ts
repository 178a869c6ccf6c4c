import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/lib/random.ts';
import { generateKey } from '../../../src/merchants/keys/key-format.ts';
import { defaultPublicLimits } from '../../../src/platform/http/context.ts';
import { silent } from '../../payments/support.ts';
import { call } from '../../support/call.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from './refusal.ts';

const body = { amount: '10.00', currency: 'USD' };

describe('made-up keys', () => {
  const limit = 20;
  const random = createRandom();
  let service: TestService;
  beforeAll(async () => {
    const publicLimits = { ...defaultPublicLimits, unknownKeysPerMinute: limit };
    service = await startTestService({ publicLimits, env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => service.stop());

  it('are 429 before the database is asked, while keys in use from the same address work', async () => {
    const { db } = service.ctx;
    let lookups = 0;
    db.options.onStatement = (text) => {
      if (text.includes('key_hash')) lookups++;
    };
    const from = (address: string, key: string) =>
      service.call('GET', '/payments', { key, headers: { 'x-forwarded-for': address } });
    const guess = (address = '203.0.113.7') => from(address, generateKey(random, 'test', 'secret'));
    expect((await from('203.0.113.7', service.testKey)).status).toBe(200);
    const before = lookups;
    const answers = await Promise.all(Array.from({ length: 3 * limit }, () => guess()));
    const codes = answers.map((answer) => answer.json.error.code);
    expect(codes.filter((code) => code === 'UNAUTHORIZED').length).toBeLessThanOrEqual(limit);
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED').length).toBeGreaterThanOrEqual(2 * limit);
    expect(lookups - before).toBeLessThanOrEqual(limit);
    expectRefusal(await guess(), 'RATE_LIMIT_EXCEEDED');
    expect((await guess()).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await from('203.0.113.7', service.testKey)).status).toBe(200);
    expectRefusal(await guess('203.0.113.8'), 'UNAUTHORIZED');
  });
});

describe('a database that cannot store more', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ log: silent });
  });
  afterAll(() => service.stop());
  const ready = () => call(`${service.url}/readyz`, 'GET');

  it('full: writes are 503 and /readyz fails until there is room again; reads go on', async () => {
    const { db } = service.ctx;
    // As Postgres does when it cannot extend a table: for rows, and for tables.
    await db.unsafe(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on payments execute function full_disk();
      create function full_disk_of_table() returns event_trigger language plpgsql as
        $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
      create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
        execute function full_disk_of_table();`);
    expect((await ready()).status, 'nothing was noticed yet').toBe(200);
    const refused = await service.call('POST', '/payments', { body });
    expectRefusal(refused, 'SERVICE_UNAVAILABLE');
    expect(refused.headers.get('retry-after')).toBe('1');
    for (let times = 0; times < 2; times++) expectRefusal(await ready(), 'SERVICE_UNAVAILABLE');
    expect((await service.call('GET', '/payments')).status).toBe(200);
    await db.unsafe('drop event trigger full_disk; drop trigger full_disk on payments');
    expect((await ready()).status).toBe(200);
    expect((await service.call('POST', '/payments', { body })).status).toBe(201);
  });

  it('read-only: writes are 503, and /readyz fails', async () => {
    const { db } = service.ctx;
    const readOnly = async (on: boolean) => {
      const changed = await db.begin(async (tx) => {
        await tx`set local transaction_read_only = off`;
        await tx.unsafe(
          `do $$ begin execute format('alter database %I set default_transaction_read_only = ${on}', current_database()); end $$`,
        );
        return tx<{ at: string }[]>`select clock_timestamp()::text as at`;
      });
      // A session keeps the setting that it started with, and one that is just starting is not listed yet.
      await until(() => endedSessionsBefore(changed[0]?.at ?? ''));
    };
    const endedSessionsBefore = async (time: string) => {
      const old = await db<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and backend_start < ${time}::timestamptz`.catch(
        () => undefined,
      );
      const pids = (old ?? []).map(({ pid }) => pid);
      // In one go, so that the one which carries this out ends too.
      await db`select pg_terminate_backend(pid) from unnest(${pids}::int[]) as pid`.catch(() => {});
      return old?.length === 0;
    };
    await readOnly(true);
    expectRefusal(await service.call('POST', '/payments', { body }), 'SERVICE_UNAVAILABLE');
    const refused = await ready();
    expectRefusal(refused, 'SERVICE_UNAVAILABLE');
    expect(refused.json.error.message).toContain('read-only');
    await readOnly(false);
    // Connections that were terminated answer 503 until they are noticed.
    await until(async () => (await ready()).status === 200);
  });
});

describe('with an https PUBLIC_URL', () => {
  it('every response asks browsers to stay with https; without one, none does', async () => {
    const paths = ['/api/v1/payments', '/healthz', '/docs/', '/nothing', '/%', '/dashboard'];
    const hsts = async (env: Record<string, string>) => {
      const service = await startTestService({ env });
      const answers = await Promise.all(paths.map((path) => call(`${service.url}${path}`, 'GET')));
      await service.stop();
      return answers.map(({ headers }) => headers.get('strict-transport-security'));
    };
    expect(await hsts({ PUBLIC_URL: 'https://pay.example' })).toEqual(paths.map(() => 'max-age=31536000'));
    expect(await hsts({})).toEqual(paths.map(() => null));
  });
});
