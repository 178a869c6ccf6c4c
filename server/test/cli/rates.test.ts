import { destination, pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeContext, createContext } from '../../src/app/compose.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { runDueTasks } from '../../src/platform/jobs/loop.ts';
import { pricingTasks } from '../../src/treasury/prices/tasks.ts';
import { causeway } from '../support/process.ts';
import { createDatabase } from '../support/service.ts';
import { testSource, usual } from '../treasury/prices/support.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createDatabase();
  env = { DATABASE_URL: database.url, MASTER_KEY: 'ab'.repeat(32) };
});
afterAll(() => database.drop());

async function poll(): Promise<void> {
  const [coinbase, kraken] = [testSource('coinbase'), testSource('kraken')];
  kraken.prices = { ...usual, SOL: '160' };
  const ctx = createContext(parseConfig({ DATABASE_POOL_SIZE: '2' }), database.url, {
    log: pino({ level: 'error' }, destination(2)),
    priceSources: [coinbase, kraken],
  });
  await runDueTasks(ctx, pricingTasks);
  await closeContext(ctx);
}

it('rates prints what each source says, how old it is, and what is off and why', async () => {
  await poll();
  const { code, stdout, stderr } = await causeway(['rates'], env);
  expect(code).toBe(0);
  expect(stderr).toBe('Live prices are not fetched: no live chain is configured.\n');
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(14);
  expect(lines[0]?.split(/\s+/)).toEqual([
    'asset',
    'usd',
    'age',
    'coinbase',
    'kraken',
    'chainlink',
    'status',
  ]);
  expect(lines[1]).toMatch(/^ETH +3000\.00000000 +\d+ s +3000\.00000000 +3000\.00000000 +- +on$/);
  expect(lines[5]).toMatch(
    /^SOL +- +\d+ s +\(150\.00000000\) +\(160\.00000000\) +- +off: sources differ by more than 1 %$/,
  );
  expect(lines[9]).toMatch(/^BUSD .*off: turned off in the settings$/);

  const json = JSON.parse((await causeway(['rates', '--json'], env)).stdout);
  expect(json[0]).toEqual({
    asset: 'ETH',
    usd: '3000.00000000',
    offered: true,
    reason: null,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    age_seconds: expect.any(Number),
    sources: ['coinbase', 'kraken'],
    answers: [
      { source: 'coinbase', usd: '3000.00000000', at: expect.any(String), problem: null },
      { source: 'kraken', usd: '3000.00000000', at: expect.any(String), problem: null },
    ],
  });
});
