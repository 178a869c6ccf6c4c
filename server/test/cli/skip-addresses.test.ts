import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeAddress } from '../../src/chains/deposits/solana/solana-pool.ts';
import { causeway } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  env = { DATABASE_URL: service.databaseUrl, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
});
afterAll(() => service.stop());

const command = ['wallet', 'skip-addresses'];
const take = (paymentId: string) => takeAddress(service.ctx.db, service.ctx.clock, paymentId);
const make = (first: number, last: number) => service.ctx.db`
  insert into solana_addresses (index, address, made_at)
  select index, 'address ' || index, now() from generate_series(${first}::integer, ${last}::integer) as index`;

it('says what to do while no address is ready', async () => {
  const { code, stderr } = await causewayHere([...command, '--yes'], env);
  expect(code).toBe(1);
  expect(stderr).toContain('start a worker with WALLET_FILE');
});

it('changes nothing without an answer', async () => {
  await make(0, 4);
  expect(await take('pay_before')).toBe('address 0');
  const { code, stderr } = await causeway(command, env);
  expect(code).toBe(1);
  expect(stderr).toContain('Pass --yes');
  expect(await take('pay_next')).toBe('address 1');
});

it('keeps addresses that were ready from being given out, says which, and what to do next', async () => {
  const { code, stdout, stderr } = await causeway([...command, '--yes', '--json'], env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ skipped: 3, first_index: 2, last_index: 4 });
  expect(stderr).toContain('Now start a worker');
  expect(stderr).toContain('more than 3 payments');
  await expect(take('pay_after')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await take('pay_before')).toBe('address 0');
});

it('lets payments take addresses that were made since, and skips those when it runs again', async () => {
  await make(5, 7);
  expect(await take('pay_after')).toBe('address 5');
  const { stdout } = await causewayHere([...command, '--yes', '--json'], env);
  expect(JSON.parse(stdout)).toEqual({ skipped: 2, first_index: 6, last_index: 7 });
});
