import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call } from '../../support/call.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from './refusal.ts';

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startTestService({ clock });
});
afterAll(() => service.stop());

const ask = (key: string) => service.call('GET', '/payments/pay_x', { key });

async function burst(key: string, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) {
    const batch = Array.from({ length: Math.min(50, count - answers.length) }, () => ask(key));
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
}

const refusedIn = (answers: Answer[]) => answers.filter(({ status }) => status === 429).length;
const numberIn = (answer: Answer, header: string) => Number(answer.headers.get(header) ?? Number.NaN);

async function newKey(environment: 'test' | 'live'): Promise<string> {
  return (await service.createKey(service.merchantId, environment)).key;
}

describe('rate limit', () => {
  it.each([
    ['test', 1000],
    ['live', 100],
  ] as const)(
    'a %s key may spend its %i requests of a minute in one burst; the next is refused',
    async (environment, limit) => {
      const key = await newKey(environment);
      const answers = await burst(key, limit);
      expect(refusedIn(answers)).toBe(0);
      expect(answers.map((answer) => numberIn(answer, 'x-ratelimit-limit'))).toEqual(
        Array(limit).fill(limit),
      );
      const remaining = answers
        .map((answer) => numberIn(answer, 'x-ratelimit-remaining'))
        .sort((a, b) => b - a);
      expect(remaining).toEqual(Array.from({ length: limit }, (_, index) => limit - 1 - index));

      const refused = await ask(key);
      expectRefusal(refused, 'RATE_LIMIT_EXCEEDED');
      expect(numberIn(refused, 'x-ratelimit-remaining')).toBe(0);
      expect(numberIn(refused, 'x-ratelimit-reset')).toBe(clock.nowMs() / 1000 + 60);
    },
  );

  it('header, message and details agree on the seconds to wait, and waiting that long works', async () => {
    const key = await newKey('live');
    await burst(key, 100);
    const refused = await ask(key);
    const seconds = numberIn(refused, 'retry-after');
    expect(seconds).toBe(1);
    expect(refused.json.error.message).toContain(`Wait ${seconds} second `);
    expect(refused.json.error.details).toEqual({ limit_per_minute: 100, retry_after_seconds: seconds });
    clock.advance(seconds * 1000);
    expect((await ask(key)).status).toBe(404);
  });

  it('refills smoothly: one request each 600 ms for a live key, not a millisecond earlier', async () => {
    const key = await newKey('live');
    await burst(key, 100);
    clock.advance(599);
    expectRefusal(await ask(key), 'RATE_LIMIT_EXCEEDED');
    clock.advance(1);
    expect((await ask(key)).status).toBe(404);
    expectRefusal(await ask(key), 'RATE_LIMIT_EXCEEDED');
    clock.advance(6000);
    expect(refusedIn(await burst(key, 11))).toBe(1);
  });

  it('counts per key, not per merchant: another key of the same merchant is untouched', async () => {
    const [spent, fresh] = [await newKey('live'), await newKey('live')];
    await burst(spent, 101);
    expectRefusal(await ask(spent), 'RATE_LIMIT_EXCEEDED');
    const answer = await ask(fresh);
    expect(answer.status).toBe(404);
    expect(numberIn(answer, 'x-ratelimit-remaining')).toBe(99);
  });

  it('a clock set back locks nobody out', async () => {
    const key = await newKey('live');
    await burst(key, 101);
    for (const backMs of [3_600_000, 500]) {
      clock.advance(-backMs);
      const answer = await ask(key);
      const waitMs = numberIn(answer, 'retry-after') * 1000 || 0;
      expect(waitMs).toBeLessThanOrEqual(60_000);
      clock.advance(waitMs);
      expect((await ask(key)).status).toBe(404);
    }
  });

  it('requests that name no good key, route or method cost nothing', async () => {
    const key = await newKey('live');
    for (const path of ['/api/v1/nowhere', '/healthz', '/api/v1/openapi.json']) {
      const answer = await call(`${service.url}${path}`, 'GET', { key });
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
    await service.call('PUT', '/payments', { key });
    expect(numberIn(await ask(key), 'x-ratelimit-remaining')).toBe(99);
  });

  it('a refused request stores nothing', async () => {
    const key = await newKey('test');
    await burst(key, 1000);
    const answer = await service.call('POST', '/payments', {
      key,
      body: { amount: '10.00', currency: 'USD' },
      headers: { 'idempotency-key': 'limited' },
    });
    expectRefusal(answer, 'RATE_LIMIT_EXCEEDED');
    expect(await service.ctx.db`select 1 from payments`).toHaveLength(0);
    expect(await service.ctx.db`select 1 from idempotency_keys`).toHaveLength(0);
  });

  it('every answer to a key that was let in carries the three headers, whatever its status', async () => {
    const { key } = await service.createKey(service.merchantId, 'test');
    const body = { amount: '10.00', currency: 'USD' };
    const json = { 'content-type': 'application/json' };
    const used = { headers: { 'idempotency-key': 'headers' } };
    const answers = [
      await service.call('POST', '/payments', { key, body, ...used }),
      await service.call('POST', '/payments', { key, body, ...used }),
      await service.call('POST', '/payments', { key, body: { ...body, amount: '11.00' }, ...used }),
      await service.call('GET', '/payments', { key }),
      await service.call('GET', '/payments/pay_x', { key }),
      await service.call('POST', '/payments', { key, body: '{', headers: json }),
      await service.call('POST', '/payments', { key, body: {} }),
      await service.call('POST', '/payments', { key, body: 'x'.repeat(300_000), headers: json }),
      await service.call('POST', '/payments', { key: service.publishableKey, body }),
      await service.call('POST', '/payments', { key: service.liveKey, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409, 200, 404, 400, 422, 413, 403, 503]);
    for (const answer of answers) {
      expect(numberIn(answer, 'x-ratelimit-limit')).toBeGreaterThan(0);
      expect(numberIn(answer, 'x-ratelimit-remaining')).toBeGreaterThan(0);
      const aheadSeconds = numberIn(answer, 'x-ratelimit-reset') - clock.nowMs() / 1000;
      expect(aheadSeconds).toBeGreaterThanOrEqual(0);
      expect(aheadSeconds).toBeLessThanOrEqual(60);
    }
  });
});
