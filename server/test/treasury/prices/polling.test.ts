import { destination, pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeContext, createContext } from '../../../src/app/compose.ts';
import type { AppContext } from '../../../src/app/routes.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { runDueTasks, startJobs } from '../../../src/platform/jobs/loop.ts';
import { followRates } from '../../../src/treasury/prices/follow-rates.ts';
import { rateAt } from '../../../src/treasury/prices/history.ts';
import { listRates } from '../../../src/treasury/prices/status.ts';
import { pricingTasks } from '../../../src/treasury/prices/tasks.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { createDatabase } from '../../support/service.ts';
import { type TestSource, testSource, usual } from './support.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let contexts: AppContext[] = [];
let clock: ManualClock;
let coinbase: TestSource;
let kraken: TestSource;
let logged: { msg: string; asset?: string; reason?: string }[];
let worker: AppContext;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = manualClock();
  coinbase = testSource('coinbase');
  kraken = testSource('kraken');
  logged = [];
  worker = make();
  await worker.db`delete from rates`;
  await worker.db`delete from rate_history`;
  await worker.db`update rate_rounds set due_at = 'epoch'`;
});
afterEach(async () => {
  await Promise.all(contexts.map(closeContext));
  contexts = [];
});

function make(env: Record<string, string> = {}): AppContext {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const config = parseConfig({ DATABASE_POOL_SIZE: '2', ...env });
  const ctx = createContext(config, database.url, { log, clock, priceSources: [coinbase, kraken] });
  contexts.push(ctx);
  return ctx;
}

const poll = (ctx = worker) => runDueTasks(ctx, pricingTasks);
const pollAfter = async (seconds: number, ctx = worker) => {
  clock.advance(seconds * 1000);
  await poll(ctx);
};
const e8 = 100_000_000n;

describe('polling', () => {
  it('asks every 30 seconds, and gives synchronous rates', async () => {
    expect(worker.rates.live.usdPerToken('ETH')).toBeNull();
    await poll();
    expect(worker.rates.live.usdPerToken('ETH')).toBe(3000n * e8);
    expect(worker.rates.live.usdPerToken('USDC')).toBe(e8);
    expect(worker.rates.live.usdPerToken('BUSD')).toBeNull();
    expect(worker.rates.live.usdPerCurrency('EUR')).toBe(108_000_000n);
    expect(worker.rates.live.usdPerCurrency('USD')).toBe(e8);
    expect(worker.rates.live.sourcesOf('ETH')).toEqual(['coinbase', 'kraken']);
    expect(worker.rates.test.usdPerToken('MATIC')).toBe(75_000_000n);
    await pollAfter(29);
    expect(coinbase.reads).toBe(1);
    await pollAfter(1);
    expect(coinbase.reads).toBe(2);
  });

  it('is done by one of many workers that start at once', async () => {
    const workers = [worker, make(), make(), make()];
    await Promise.all(workers.map((ctx) => poll(ctx)));
    expect(coinbase.reads).toBe(1);
    clock.advance(30_000);
    await Promise.all(workers.map((ctx) => poll(ctx)));
    expect(coinbase.reads).toBe(2);
  });

  it('goes on with another worker when one is killed in a round', async () => {
    coinbase.read = () => new Promise(() => {});
    poll(make()).catch(() => {});
    await expect.poll(() => kraken.reads).toBe(1);
    coinbase = testSource('coinbase');
    const other = make();
    await pollAfter(30, other);
    expect(other.rates.live.usdPerToken('ETH')).toBe(3000n * e8);
  });

  it('a slow worker does not overwrite a later round', async () => {
    let answer = () => {};
    const slow = make();
    const read = coinbase.read.bind(coinbase);
    coinbase.read = (...args) => new Promise((resolve) => (answer = () => resolve(read(...args))));
    const slowRound = poll(slow);
    await expect.poll(() => kraken.reads).toBe(1);
    coinbase = testSource('coinbase');
    coinbase.prices = { ...usual, ETH: '3010' };
    kraken.prices = { ...usual, ETH: '3010' };
    const other = make();
    await pollAfter(30, other);
    answer();
    await slowRound;
    await other.prices?.rates.refresh();
    expect(other.rates.live.usdPerToken('ETH')).toBe(3010n * e8);
  });

  it('recovers from a worker whose clock was an hour ahead', async () => {
    clock.advance(3_600_000);
    await poll();
    clock.advance(-3_600_000);
    expect(worker.rates.live.usdPerToken('ETH')).toBeNull();
    await poll();
    expect(worker.rates.live.usdPerToken('ETH')).toBe(3000n * e8);
  });

  it('runs in the loops of a service', async () => {
    const jobs = await startJobs(worker, pricingTasks);
    await expect.poll(() => worker.rates.live.usdPerToken('ETH')).toBe(3000n * e8);
    await jobs.stop();
  });

  it('does nothing without live prices', async () => {
    const log = pino({ level: 'error' }, destination(2));
    const plain = createContext(parseConfig({}), database.url, { log, clock });
    contexts.push(plain);
    await poll(plain);
    expect(plain.prices).toBeNull();
    expect(await listRates(plain.db, clock.now())).toEqual([]);
    expect(plain.rates.live.usdPerToken('ETH')).toBeNull();
  });
});

describe('a process that does not poll', () => {
  it('reads the table, also right after its start', async () => {
    await poll();
    const server = make();
    const stop = await followRates(server, server.prices ?? raise());
    expect(server.rates.live.usdPerToken('ETH')).toBe(3000n * e8);
    expect(coinbase.reads).toBe(1);
    await stop();
  });

  it('follows what others write, and warns once when nobody does', async () => {
    await poll();
    const server = make();
    const stop = await followRates(server, server.prices ?? raise(), 10);
    coinbase.prices = { ...usual, ETH: '3010' };
    kraken.prices = { ...usual, ETH: '3010' };
    await pollAfter(30);
    await expect.poll(() => server.rates.live.usdPerToken('ETH')).toBe(3010n * e8);
    logged.length = 0;
    const later = () => {
      clock.advance(60_000);
      return logged.length;
    };
    await expect.poll(later).toBe(1);
    await expect.poll(later).toBe(1);
    expect(logged[0]?.msg).toContain('there are no live prices');
    await poll();
    await expect.poll(() => logged.map(({ msg }) => msg)).toContain('there are live prices again');
    await stop();
    expect(logged.filter(({ msg }) => msg.includes('no live prices'))).toHaveLength(1);
  });

  it('has no rate when the last is older than two minutes', async () => {
    await poll();
    clock.advance(120_000);
    expect(worker.rates.live.usdPerToken('ETH')).toBe(3000n * e8);
    clock.advance(1);
    expect(worker.rates.live.usdPerToken('ETH')).toBeNull();
    expect(worker.rates.live.usdPerCurrency('EUR')).toBeNull();
    expect(worker.rates.live.usdPerCurrency('USD')).toBe(e8);
    expect((await listRates(worker.db, clock.now()))[0]?.reason).toBe('no price within the last 2 minutes');
  });
});

describe('a token that goes off', () => {
  it('is logged once when it goes and once when it comes back', async () => {
    await poll();
    logged.length = 0;
    kraken.prices = { ...usual, SOL: '160' };
    await pollAfter(30);
    await pollAfter(30);
    expect(worker.rates.live.usdPerToken('SOL')).toBeNull();
    expect(logged).toMatchObject([
      { msg: 'live price is off', asset: 'SOL', reason: 'sources differ by more than 1 %' },
    ]);
    kraken.prices = usual;
    await pollAfter(30);
    expect(logged.slice(1)).toMatchObject([{ msg: 'live price is on', asset: 'SOL' }]);
  });

  it('pauses after a move of 10 % until five minutes have passed without one', async () => {
    await poll();
    coinbase.prices = { ...usual, ETH: '3300' };
    kraken.prices = { ...usual, ETH: '3300' };
    let seconds = 0;
    do {
      await pollAfter(30);
      seconds += 30;
    } while (worker.rates.live.usdPerToken('ETH') === null && seconds < 900);
    expect(seconds).toBe(300);
    expect(worker.rates.live.usdPerToken('SOL')).toBe(150n * e8);
  });
});

describe('rateAt', () => {
  it('is the rate of that time, also while the token was not offered', async () => {
    const first = clock.now();
    await poll();
    kraken.prices = { ...usual, ETH: '3300' };
    coinbase.prices = { ...usual, ETH: '3300' };
    await pollAfter(30);
    const second = clock.now();
    expect(await rateAt(worker.db, 'ETH', new Date(second.getTime() - 1))).toBe(3000n * e8);
    expect(await rateAt(worker.db, 'ETH', second)).toBe(3300n * e8);
    expect(await rateAt(worker.db, 'EUR', second)).toBe(108_000_000n);
    expect(await rateAt(worker.db, 'USD', second)).toBe(e8);
    expect(await rateAt(worker.db, 'ETH', new Date(first.getTime() - 1))).toBeNull();
    expect(await rateAt(worker.db, 'ETH', new Date(second.getTime() + 119_999))).toBe(3300n * e8);
    expect(await rateAt(worker.db, 'ETH', new Date(second.getTime() + 120_000))).toBeNull();
  });

  it('is forgotten after a week', async () => {
    const first = clock.now();
    await poll();
    clock.advance(7 * 86_400_000);
    await poll();
    expect(await rateAt(worker.db, 'ETH', first)).toBe(3000n * e8);
    clock.advance(1);
    await poll();
    expect(await rateAt(worker.db, 'ETH', first)).toBeNull();
    expect(await rateAt(worker.db, 'ETH', clock.now())).toBe(3000n * e8);
  });
});

it('settings reach the rates: fixed, spread, tokens off', async () => {
  const ctx = make({ RATES_FIXED: 'EUR=1.10', RATES_SPREAD_BPS: '100', TOKENS_OFF: 'DAI' });
  await poll(ctx);
  expect(ctx.rates.live.usdPerCurrency('EUR')).toBe(110_000_000n);
  expect(ctx.rates.live.usdPerToken('ETH')).toBe(2970n * e8);
  expect(ctx.rates.live.usdPerToken('DAI')).toBeNull();
});

it('/metrics has value and age of each rate, what is offered, and errors by source', async () => {
  kraken.problem = 'answered 503';
  await poll();
  clock.advance(7000);
  const text = await worker.metrics.registry.metrics();
  expect(text).toContain('causeway_rate_age_seconds{asset="ETH"} 7');
  expect(text).toContain('causeway_rate_offered{asset="ETH"} 0');
  expect(text).toMatch(/causeway_rate_source_errors\{source="kraken"\} 1[23]/);
  expect(text).toContain('causeway_rate_source_errors{source="coinbase"} 0');
  kraken.problem = null;
  await pollAfter(30);
  const after = await worker.metrics.registry.metrics();
  expect(after).toContain('causeway_rate_usd{asset="ETH"} 3000');
  expect(after).toContain('causeway_rate_offered{asset="ETH"} 1');
});

function raise(): never {
  throw new Error('live prices are off');
}
