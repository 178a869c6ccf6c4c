import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimit } from '../../../src/platform/http/limits/rate-limit.ts';
import { createSharedRateLimit } from '../../../src/platform/http/limits/shared-rate-limit.ts';
import { manualClock } from '../../support/clock.ts';
import { until } from '../../support/process.ts';
import { findRedis, type Redis, startRedis } from '../../support/redis.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from './refusal.ts';
import { type SecondProcess, startSecondProcess } from './second-process.ts';

const password = 'hunter2';
const limit = 10;
const clock = manualClock();
const program = findRedis();
if (!program)
  process.stderr.write('NOT RUN: there is no Redis or Valkey on this machine; see CONTRIBUTING.md.\n');

describe.runIf(program)('with REDIS_URL', () => {
  let redis: Redis;
  let service: TestService;
  let other: SecondProcess;
  beforeAll(async () => {
    redis = await startRedis(program ?? '', password);
  });
  afterEach(async () => {
    await other.stop();
    await service.stop();
  });
  afterAll(() => redis.kill());

  /** Two processes that wait for Redis as long as usual, or for as long as it takes. */
  async function start(patience: 'usual' | 'endless', logged: string[] = []): Promise<void> {
    const log = pino({ level: 'info' }, lines(logged));
    const endless = () => createSharedRateLimit(redis.url, createRateLimit(), log, 60_000);
    const options = () => ({
      clock,
      env: { REDIS_URL: redis.url },
      requestsPerMinute: { test: limit, live: limit },
      ...(patience === 'endless' ? { rateLimits: endless() } : {}),
    });
    service = await startTestService({ ...options(), log });
    other = await startSecondProcess(service.databaseUrl, options());
  }

  const inFirst = (key: string) => service.call('GET', '/payments', { key });
  const inSecond = (key: string) => other.call('GET', '/api/v1/payments', { key });
  const newKey = async () => (await service.createMerchant()).testKey;

  /** How many of so many requests are let through, asked of both processes by turns or at once. */
  async function letThrough(key: string, count: number, way: 'by turns' | 'at once'): Promise<number> {
    const answers = [];
    for (let n = 0; n < count; n++) {
      const answer = (n % 2 === 0 ? inFirst : inSecond)(key);
      answers.push(answer);
      if (way === 'by turns') await answer;
    }
    const refused = (await Promise.all(answers)).filter(({ status }) => status !== 200);
    for (const answer of refused) expectRefusal(answer, 'RATE_LIMIT_EXCEEDED');
    return count - refused.length;
  }

  const isShared = async () => (await letThrough(await newKey(), 2 * limit, 'by turns')) === limit;

  it.each(['by turns', 'at once'] as const)(
    'all processes together let as many through as one alone: %s',
    async (way) => {
      await start('endless');
      const key = await newKey();
      expect(await letThrough(key, 3 * limit, way)).toBe(limit);
      clock.advance(60_000 / limit);
      expect(await letThrough(key, 4, way)).toBe(1);
      clock.advance(60_000);
      expect(await letThrough(key, 3 * limit, way)).toBe(limit);
    },
  );

  it('what remains is what all of them left over', async () => {
    await start('endless');
    const key = await newKey();
    const remaining = [];
    for (const ask of [inFirst, inSecond, inSecond, inFirst]) {
      remaining.push((await ask(key)).headers.get('x-ratelimit-remaining'));
    }
    expect(remaining).toEqual(['9', '8', '7', '6']);
  });

  it('a refused request costs nothing, wherever it is made', async () => {
    await start('endless');
    const key = await newKey();
    await letThrough(key, 2 * limit, 'by turns');
    expect((await inSecond(key)).headers.get('retry-after')).toBe('6');
    clock.advance(6000);
    expect((await inFirst(key)).status).toBe(200);
  });

  it.each([
    ['is killed', () => redis.kill(), () => redis.startAgain()],
    ['hangs', async () => redis.freeze(), async () => redis.thaw()],
  ])(
    'while Redis %s each process counts for itself, and says so once; then together again',
    async (_what, end, begin) => {
      const logged: string[] = [];
      await start('usual', logged);
      await until(isShared, 60_000);
      await end();
      await until(async () => {
        await inFirst(await newKey());
        return noticesIn(logged).at(-1) === 'away';
      }, 60_000);
      const key = await newKey();
      const statuses = [];
      for (let n = 0; n < limit + 2; n++) statuses.push((await inFirst(key)).status);
      expect(statuses).toEqual([...Array(limit).fill(200), 429, 429]);
      await begin();
      await until(isShared, 60_000);
      const notices = noticesIn(logged);
      expect(notices).toContain('back');
      expect(notices.filter((notice, n) => notice === notices[n - 1])).toEqual([]);
      expect(logged.join()).not.toContain(password);
    },
  );
});

it('a Redis that is not there keeps nobody from being served', async () => {
  const env = { REDIS_URL: 'redis://127.0.0.1:1' };
  const service = await startTestService({ env, log: pino({ level: 'silent' }) });
  expect((await service.call('GET', '/payments')).status).toBe(200);
  await service.stop();
});

/** What the log says of Redis, in order. */
function noticesIn(logged: string[]): string[] {
  return logged.flatMap((line) => {
    if (line.includes('Redis does not respond')) return ['away'];
    return line.includes('Redis responds again') ? ['back'] : [];
  });
}

function lines(into: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      into.push(...String(chunk).split('\n').filter(Boolean));
      done();
    },
  });
}
