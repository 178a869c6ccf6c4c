import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/* What the database knows of a chain stays when the operator turns it off, and only gets older: it must not alarm for ever. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { BASE_RPC_URL: 'http://127.0.0.1:9' } });
  const { db } = service.ctx;
  for (const chain of ['base', 'bsc']) {
    await db`
      insert into chain_cursors (chain, number, hash, block_time, head_number, head_time)
      values (${chain}, 1, '0x', now(), 1, now() - interval '1 hour')`;
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
