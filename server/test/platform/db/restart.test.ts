import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey, createMerchant } from '../../../src/merchants/merchants.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { type Answer, call } from '../../support/call.ts';
import { type OwnPostgres, prepareOwnPostgres } from '../../support/own-postgres.ts';
import { until } from '../../support/process.ts';
import { type SecondProcess, startSecondProcess } from '../http/second-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'causeway-restart-'));
let postgres: OwnPostgres;
let service: SecondProcess;
let key: string;

beforeAll(async () => {
  postgres = await prepareOwnPostgres(folder);
  await postgres.start();
  await until(postgres.answers);
  service = await startSecondProcess(postgres.url, {
    requestsPerMinute: { test: 1e9, live: 1e9 },
    env: { MASTER_KEY: 'ab'.repeat(32) },
  });
  const { ctx } = service;
  await migrate(ctx.db);
  const { merchant_id: merchantId } = await createMerchant(ctx, ctx.db, {
    name: 'Shop',
    email: 'a@b.example',
  });
  ({ key } = await createKey(ctx, ctx.db, {
    merchantId,
    environment: 'test',
    kind: 'secret',
    allowedIps: [],
  }));
});
afterAll(async () => {
  await service.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const create = (): Promise<Answer> =>
  call(`${service.url}/api/v1/payments`, 'POST', { key, body: { amount: '4.04', currency: 'USD' } });
const list = (): Promise<Answer> => call(`${service.url}/api/v1/payments`, 'GET', { key });
const crowd = () => Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? create() : list())));

it('while Postgres is dead requests are refused at once, and the first after its return is answered', async () => {
  // The process started before the database was migrated.
  await until(async () => (await crowd()).every(({ status }) => status < 300));
  for (let round = 0; round < 3; round++) {
    for (const { status, text } of await crowd()) expect(status, text).toBeLessThan(300);
    postgres.kill();
    await until(async () => !(await postgres.answers()));
    // It stays away until all of these are answered: none can have waited for its return.
    for (let wave = 0; wave < 5; wave++) {
      for (const { status, text, json, headers } of await crowd()) {
        expect(status, text).toBe(503);
        expect(json.error.code).toBe('SERVICE_UNAVAILABLE');
        expect(headers.get('retry-after')).toBe('1');
      }
    }
    await postgres.start();
    await until(postgres.answers);
    for (const { status, text } of await crowd()) expect(status, text).toBeLessThan(300);
  }
});
