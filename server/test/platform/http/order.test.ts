import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/lib/errors.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { expectRefusal } from './refusal.ts';

const requestsPerMinute = 20;
/** Longer than a process believes what it knows of a key; far less than one request's worth of allowance. */
const cachesForgetMs = 1000;

let service: TestService;
let clock: ManualClock;
beforeAll(async () => {
  clock = manualClock();
  service = await startTestService({ clock, requestsPerMinute: { test: requestsPerMinute, live: 100 } });
});
afterAll(() => service.stop());

/** What can be wrong with POST /payments/:payment_id/simulate, in the documented order. */
const problems = [
  ['route', 'NOT_FOUND'],
  ['method', 'METHOD_NOT_ALLOWED'],
  ['key', 'KEY_REVOKED'],
  ['suspended', 'ACCOUNT_SUSPENDED'],
  ['ip', 'IP_NOT_ALLOWED'],
  ['rate', 'RATE_LIMIT_EXCEEDED'],
  ['json', 'INVALID_JSON'],
  ['unknown', 'UNKNOWN_FIELD'],
  ['idempotency', 'IDEMPOTENCY_CONFLICT'],
  ['required', 'MISSING_REQUIRED_FIELD'],
  ['value', 'INVALID_PARAMETER'],
  ['resource', 'PAYMENT_NOT_FOUND'],
  ['environment', 'KEY_ENVIRONMENT_MISMATCH'],
  ['state', 'PAYMENT_ALREADY_COMPLETED'],
] as const satisfies [string, ErrorCode][];
type Problem = (typeof problems)[number][0];

/** Two that cannot both be wrong in one request. */
const exclusive = new Set(['json unknown', 'required value', 'resource environment', 'resource state']);

/** Sends a request that has all of these problems and no other. */
async function ask(...wrong: Problem[]) {
  const has = (problem: Problem) => wrong.includes(problem);
  const { db } = service.ctx;
  const { merchantId } = await service.createMerchant();
  const { key, keyId } = await service.createKey(merchantId, 'test');
  const created = await service.call('POST', '/payments', {
    key,
    body: { amount: '10.00', currency: 'USD' },
    headers: { 'idempotency-key': 'used' },
  });
  const id = has('resource') ? `pay_${'0'.repeat(26)}` : created.json.data.payment_id;
  if (has('state'))
    await service.call('POST', `/payments/${id}/simulate`, { key, body: { outcome: 'complete' } });
  if (has('rate')) {
    const spend = () => service.call('GET', '/payments', { key });
    const answers = await Promise.all(Array.from({ length: requestsPerMinute }, spend));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  }
  if (has('environment')) await db`update payments set environment = 'live' where payment_id = ${id}`;
  if (has('ip')) await db`update api_keys set allowed_ips = '{203.0.113.1}' where key_id = ${keyId}`;
  if (has('suspended')) await db`update merchants set status = 'suspended' where merchant_id = ${merchantId}`;
  if (has('key')) await db`update api_keys set revoked_at = now() where key_id = ${keyId}`;
  if (has('unknown')) await db`update api_keys set strict = true where key_id = ${keyId}`;
  clock.advance(cachesForgetMs);
  const outcome = has('required') ? {} : { outcome: has('value') ? 'explode' : 'complete' };
  return service.call(has('method') ? 'PUT' : 'POST', `/payments/${id}/simulate${has('route') ? 'd' : ''}`, {
    key,
    body: has('json') ? '{"outcome":' : { ...outcome, ...(has('unknown') ? { outcom: 'x' } : {}) },
    headers: {
      'content-type': 'application/json',
      ...(has('idempotency') ? { 'idempotency-key': 'used' } : {}),
    },
  });
}

const pairs = problems.flatMap(([first, code], index) =>
  problems
    .slice(index + 1)
    .filter(([second]) => !exclusive.has(`${first} ${second}`))
    .map(([second]) => [first, second, code] as const),
);

describe('order of checks', () => {
  it('a request with none of the problems succeeds', async () => {
    expect((await ask()).status).toBe(200);
  });

  it.each(problems)('%s alone is %s', async (problem, code) => {
    expectRefusal(await ask(problem), code);
  });

  it.each(pairs)('%s comes before %s: %s', async (first, second, code) => {
    expectRefusal(await ask(first, second), code);
  });

  it('the first of all problems at once is the error', async () => {
    expectRefusal(
      await ask(...problems.map(([problem]) => problem).filter((p) => p !== 'resource')),
      'NOT_FOUND',
    );
  });
});

describe('order of checks, where that route cannot show it', () => {
  const send = async (key: string, body: unknown, headers: Record<string, string> = {}) =>
    service.call('POST', '/payments', {
      key,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('a missing field comes before the wrong value of an earlier one', async () => {
    const { testKey } = await service.createMerchant();
    const answer = await send(testKey, { amount: 'abc' });
    expectRefusal(answer, 'MISSING_REQUIRED_FIELD');
    expect(answer.json.error.details).toEqual({ field: 'currency' });
  });

  it('a publishable key is FORBIDDEN before its body is looked at', async () => {
    const { publishableKey } = await service.createMerchant();
    expectRefusal(await send(publishableKey, '{"amount":'), 'FORBIDDEN');
  });

  it('a key that is not let in does not get its body read: too much of it is still UNAUTHORIZED', async () => {
    expectRefusal(await send('svc_test_wrong', 'x'.repeat(64 * 1024)), 'UNAUTHORIZED');
  });

  it.each([['[1]'], ['"text"'], ['null'], ['']])(
    'a body that is no JSON object (%j) is INVALID_JSON before a used Idempotency-Key is a conflict',
    async (body) => {
      const { testKey } = await service.createMerchant();
      const headers = { 'idempotency-key': 'used' };
      expect((await send(testKey, { amount: '10.00', currency: 'USD' }, headers)).status).toBe(201);
      expectRefusal(await send(testKey, body, headers), 'INVALID_JSON');
    },
  );

  it('an Idempotency-Key that is too long comes before a missing field', async () => {
    const { testKey } = await service.createMerchant();
    const answer = await send(testKey, {}, { 'idempotency-key': 'k'.repeat(256) });
    expectRefusal(answer, 'INVALID_PARAMETER');
    expect(answer.json.error.details).toMatchObject({ field: 'Idempotency-Key' });
  });
});
