import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/process.ts';
import { findOrSay } from '../support/programs.ts';
import { findRedis } from '../support/redis.ts';
import { type Layout, startLayout } from './layout.ts';

/* The built commands as the guides recommend to run them; each part is lost once, and money is taken while it is gone. */

const nginx = findOrSay('nginx');
const redis = findRedis();
const layouts = [
  { name: 'without Redis', program: null },
  ...(redis ? [{ name: 'with Redis', program: redis }] : []),
];

describe.runIf(nginx).each(layouts)('two of each process behind a proxy, $name', ({ program }) => {
  let layout: Layout;
  beforeAll(async () => {
    layout = await startLayout(program);
  }, 240_000);
  afterAll(() => layout?.stop());

  it('pays, refunds and delivers', async () => {
    await layout.takeMoney();
  }, 180_000);

  it.each(['serve 1', 'serve 2', 'work 1', 'work 2'] as const)(
    'goes on without %s, and with it again',
    async (part) => {
      await layout.kill(part);
      await layout.takeMoney();
      await layout.revive(part);
    },
    240_000,
  );

  if (program)
    it('goes on without Redis, and with it again', async () => {
      await layout.redis?.kill();
      await layout.takeMoney();
      await layout.redis?.startAgain();
      await layout.takeMoney();
    }, 240_000);

  it('goes on after the proxy was gone', async () => {
    await layout.kill('proxy');
    await layout.revive('proxy');
    await layout.takeMoney();
  }, 240_000);

  it('answers 503 without Postgres, goes on when it is back, and has lost and doubled nothing', async () => {
    layout.postgres.kill();
    await until(async () => (await layout.ask('GET', '/payments')).status === 503);
    await layout.postgres.start();
    await layout.takeMoney();
    const { json } = await layout.ask('GET', '/payments?limit=100');
    const ids = json.data.map(({ payment_id }: { payment_id: string }) => payment_id);
    expect(ids.length).toBe(layout.taken());
    expect(json.data.every(({ status }: { status: string }) => status === 'refunded')).toBe(true);
  }, 240_000);
});
