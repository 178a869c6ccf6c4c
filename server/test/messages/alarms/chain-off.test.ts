import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/* What the database knows of a chain stays when the operator turns it off, and only gets older: it must not alarm for ever. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: {
      BASE_RPC_URL: 'http://127.0.0.1:9',
      POLYGON_RPC_URL: 'http://127.0.0.1:9',
      ARBITRUM_RPC_URL: 'http://127.0.0.1:9',
    },
  });
  const { db } = service.ctx;
  for (const chain of ['base', 'bsc']) {
    await db`
      insert into chain_cursors (chain, number, hash, block_time, head_number, head_time)
      values (${chain}, 1, '0x', now() - interval '2 hours', 1, now() - interval '1 hour')`;
    await db`
      insert into ledger_reconciliations (chain, due_at, checked_at) values (${chain}, now(), now() - interval '1 hour')`;
    await db`insert into gas_levels (chain, is_low, noted_at) values (${chain}, true, now())`;
    await db`
      insert into settlers (chain, address, noted_at, units, settle_units, is_low)
      values (${chain}, '0x', now(), 1, 1, true)`;
  }
});
afterAll(() => service.stop());

it('only chains that are on have an age of their head and of their comparison, and alarms about gas', async () => {
  let metrics = '';
  // Not there where the database took longer than a scrape may.
  await until(async () => {
    metrics = await service.ctx.metrics.registry.metrics();
    return ['chain_head_age', 'ledger_checked_age', 'alarms'].every((name) =>
      new RegExp(`causeway_${name}.* \\d`).test(metrics),
    );
  });
  expect(metrics).toMatch(/causeway_chain_head_age_seconds\{chain="base"\} 36\d\d/);
  expect(metrics).toMatch(/causeway_ledger_checked_age_seconds\{chain="base"\} 36\d\d/);
  expect(metrics).not.toMatch(/causeway_(chain_head|ledger_checked)_age_seconds\{chain="bsc"/);
  expect(metrics).toContain('causeway_alarms{kind="gas"} 1');
  expect(metrics).toContain('causeway_alarms{kind="settling"} 1');
});

it('a chain is behind by what the database knows, in every process, as long as somebody watches it', async () => {
  const { db, metrics } = service.ctx;
  await db`insert into chain_cursors (chain, number, hash, block_time) values ('polygon', 1, '0x', now() - interval '2 hours')`;
  for (const chain of ['base', 'bsc', 'arbitrum'])
    await db`
      insert into watched_addresses (chain, address, native, registered_at, watch_until)
      values (${chain}, '0x', false, now() - interval '3 hours', now() + interval '1 hour')`;
  const lag = async () =>
    (await metrics.registry.metrics()).match(/^causeway_chain_lag_seconds\{.*$/gm) ?? [];
  await until(async () => (await lag()).length > 0);
  // Nobody has read arbitrum yet, bsc is off, and nobody watches polygon.
  const expected = [/\{chain="base"\} 72\d\d/, /\{chain="arbitrum"\} 108\d\d/];
  expect((await lag()).toSorted()).toEqual(expected.toReversed().map((line) => expect.stringMatching(line)));
  await db`update watched_addresses set registered_at = now() - interval '1 hour' where chain = 'base'`;
  expect(await lag(), 'not read while nobody watched it').toContainEqual(
    expect.stringMatching(/\{chain="base"\} 36\d\d/),
  );
  await db`update watched_addresses set watch_until = now()`;
  await until(async () => (await lag()).length === 0);
});
