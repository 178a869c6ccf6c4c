import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRpcUseWriter } from '../../src/chains/setup/rpc-use.ts';
import type { Mailer } from '../../src/messages/email/mailer.ts';
import { manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { signedInAs, startDashboard } from './support.ts';

const clock = manualClock();
const mailer: Mailer = { send: async () => undefined, hangUp: () => undefined };
const url = 'https://node.example/v2/secret-key';
let service: TestService;
beforeAll(async () => {
  service = await startDashboard({
    clock,
    mailer,
    env: { BASE_RPC_URL: url, ETHEREUM_RPC_URL: url, OPERATOR_EMAIL: 'Operator@Example.com' },
  });
  const { db } = service.ctx;
  await db`insert into chain_cursors (chain, number, block_time, answered_at, head_number, halted_at, halted_reason)
    values ('base', 900, ${clock.now()}, ${clock.now()}, 905, ${clock.now()}, 'block 880 was replaced')`;
  await db`insert into gas_levels (chain, is_low, noted_at, units, transfers_left)
    values ('base', true, ${clock.now()}, '1234567890000000000', 42)`;
});
afterAll(() => service.stop());

const health = async (page: Awaited<ReturnType<typeof signedInAs>>) =>
  (await page.call('GET', '/chains')).json.data;

it('the operator of an installation of its own sees why, what to run, gas, and hosts without their keys', async () => {
  const { chains: metrics } = service.ctx.metrics;
  const write = createRpcUseWriter();
  for (const calls of [3, 4]) {
    metrics.calls.inc({ chain: 'base', host: 'node.example' }, calls);
    metrics.errors.inc({ chain: 'base', host: 'node.example', problem: 'timeout' });
    await write(service.ctx);
  }
  // Another process adds its own.
  await createRpcUseWriter()(service.ctx);
  const { chains, ...rest } = await health(await signedInAs(service, 'developer'));
  expect(rest).toEqual({ has_wallet: false, sees_all: true });
  expect(chains.map(({ chain, state }: { chain: string; state: string }) => [chain, state])).toEqual([
    ['ethereum', 'off'],
    ['base', 'halted'],
  ]);
  expect(chains[1].operator).toEqual({
    problem: 'Halted: block 880 was replaced.',
    hot_owner: null,
    command: 'causeway chains resume base',
    read_block: 900,
    read_block_at: clock.now().toISOString(),
    last_block: 905,
    answered_at: clock.now().toISOString(),
    gas: {
      token: 'ETH',
      amount: '1.234567890000000000',
      is_low: true,
      transfers_left: 42,
      noted_at: clock.now().toISOString(),
    },
    cold: null,
    rpc: [
      {
        host: 'node.example',
        calls: 14,
        errors: 4,
        last_problem: 'timeout',
        last_problem_at: clock.now().toISOString(),
      },
    ],
  });
  expect(JSON.stringify(chains)).not.toContain('secret-key');
});

it('where merchants share it, they see state and lag, and the confirmed address of the operator sees all', async () => {
  await service.createMerchant();
  const [owner, operator] = [await signedInAs(service), await signedInAs(service, 'developer')];
  const { db } = service.ctx;
  const answer = await health(owner);
  expect(answer.sees_all).toBe(false);
  for (const chain of answer.chains) expect(chain.operator).toBeNull();
  for (const secret of ['node.example', 'block 880', 'causeway'])
    expect(JSON.stringify(answer)).not.toContain(secret);
  await db`update members set email = 'operator@example.com' where member_id = ${operator.member.memberId}`;
  clock.advance(60_000);
  expect((await health(operator)).sees_all).toBe(true);
  await db`update merchants set email_verified_at = null where merchant_id = ${service.merchantId}`;
  expect((await health(operator)).sees_all).toBe(false);
  await db`update merchants set email_verified_at = now() where merchant_id = ${service.merchantId}`;
});

it('roles that do not run the service see state and lag only', async () => {
  expect((await health(await signedInAs(service, 'finance'))).sees_all).toBe(false);
});
