import { afterAll, beforeAll, expect, it } from 'vitest';
import { upsertStatus } from '../../src/chains/setup/status-store.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { BASE_RPC_URL: 'http://127.0.0.1:9' } });
});
afterAll(() => service.stop());

const body = { amount: '10.00', currency: 'USD' };
const create = (more: object = {}) =>
  service.call('POST', '/payments', { key: service.liveKey, body: { ...body, ...more } });
async function look(at: string, problem: string | null) {
  const status = { chain: 'base', problem, sweep_units: null, least_native: null, hot_owner: null } as const;
  await upsertStatus(service.ctx.db, { ...status, checked_at: new Date(at) });
  await service.ctx.liveChains.refresh();
}

it('a configured chain that is off says which, since when, and when to try again', async () => {
  await look('2026-11-18T10:00:00Z', 'node: connect ECONNREFUSED');
  await look('2026-11-18T10:00:30Z', 'node: connect ECONNREFUSED');
  const { status, json, headers } = await create();
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('30');
  expect(json.error).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message:
      'Live payments are not possible now: base since 2026-11-18T10:00:00.000Z is off. Workers look again every 30 seconds.',
    details: { chains_off: [{ chain: 'base', since: '2026-11-18T10:00:00.000Z' }], retry_after_seconds: 30 },
  });
});

it('counts anew after it was on, and a chain without an RPC URL is still told apart', async () => {
  await look('2026-11-18T10:01:00Z', null);
  await look('2026-11-18T10:01:30Z', 'node: connect ECONNREFUSED');
  const { json } = await create({ accepted_chains: ['base', 'polygon'] });
  expect(json.error.details.chains_off).toEqual([{ chain: 'base', since: '2026-11-18T10:01:30.000Z' }]);
  const other = await create({ accepted_chains: ['polygon'] });
  expect(other.json.error).toMatchObject({ details: { missing: 'rpc_url', chains: ['polygon'] } });
  expect(other.headers.get('retry-after')).toBeNull();
});
