import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import type { Answer } from '../../support/call.ts';
import { until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type SecondProcess, startSecondProcess } from '../http/second-process.ts';

let service: TestService;
let other: SecondProcess;
let outside: Db;
beforeAll(async () => {
  service = await startTestService();
  other = await startSecondProcess(service.databaseUrl);
  outside = connect(service.databaseUrl, { poolSize: 2 });
});
beforeEach(async () => {
  await service.ctx.db`truncate payments, idempotency_keys cascade`;
});
afterAll(async () => {
  await outside.end();
  await other.stop();
  await service.stop();
});

const minimal = { amount: '10.00', currency: 'USD' };
const options = (key: string, body: unknown) => ({
  key: service.testKey,
  body,
  headers: { 'idempotency-key': key },
});
const inFirst = (key: string, body: unknown, path = '/payments') =>
  service.call('POST', path, options(key, body));
const inSecond = (key: string, body: unknown, path = '/payments') =>
  other.call('POST', `/api/v1${path}`, options(key, body));

const payments = async () => (await outside`select 1 from payments`).length;
const fresh = (answers: Answer[]) =>
  answers.filter(({ headers }) => headers.get('idempotent-replayed') === null);

describe('at the same time', () => {
  it('50 requests with one key make one payment and get 50 equal answers', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => inFirst('fifty', minimal)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    expect(fresh(answers)).toHaveLength(1);
    expect(await payments()).toBe(1);
  });

  it('50 requests with one key in two processes make one payment, reference or not', async () => {
    for (const body of [minimal, { ...minimal, reference_id: 'both' }]) {
      const key = JSON.stringify(body);
      const before = await payments();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 ? inFirst : inSecond)(key, body)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(fresh(answers)).toHaveLength(1);
      expect(await payments()).toBe(before + 1);
    }
  });

  it('two bodies under one key: one wins, its repeats replay, the others conflict', async () => {
    const bodies = [minimal, { ...minimal, amount: '11.00' }];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => inFirst('rivals', bodies[index % 2])),
    );
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([20, 20]);
    expect(new Set(won.map(({ text }) => text)).size).toBe(1);
    expect(new Set(lost.map(({ json }) => json.error.code))).toEqual(new Set(['IDEMPOTENCY_CONFLICT']));
    expect(await payments()).toBe(1);
  });

  it('neighbours do not pay for each other: a taken reference refuses its own request alone', async () => {
    await inFirst('taker', { ...minimal, reference_id: 'taken' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        inFirst(`neighbour-${index}`, { ...minimal, reference_id: index === 7 ? 'taken' : `free-${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index === 7 ? 409 : 201)));
    expect(await payments()).toBe(30);
  });

  it('simulate with one key ends the payment once and gives everyone the same answer', async () => {
    const { payment_id: id } = (await inFirst('to-simulate', minimal)).json.data;
    const path = `/payments/${id}/simulate`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? inFirst : inSecond)('sim', { outcome: 'complete' }, path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(fresh(answers)).toHaveLength(1);
    const events = await outside`select type from events where resource_id = ${id} order by event_id`;
    expect(events.map((row) => row['type'])).toEqual(['payment.processing', 'payment.completed']);
  });
});

describe('a key held by a transaction that is still open', () => {
  /** True while the statement of a request waits for another transaction. */
  const waits = async () =>
    (
      await outside`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length > 0;

  /** Inserts the key's row as a request in flight has it, and ends the transaction when told. */
  async function whileHeld(
    key: string,
    body: unknown,
    end: 'commit' | 'rollback',
    ask: () => Promise<Answer>,
  ) {
    const first = await inFirst(key, body);
    const [held] = await outside<{ row: string }[]>`
      delete from idempotency_keys kept where idempotency_key = ${key} returning kept::text as row`;
    await outside`delete from payments`;
    if (!held) throw new Error('no row to hold');
    let settled = false;
    let answer: Promise<Answer> | undefined;
    await outside
      .begin(async (tx) => {
        await tx`insert into idempotency_keys select (${held.row}::text::idempotency_keys).*`;
        answer = ask().finally(() => {
          settled = true;
        });
        await until(waits);
        expect(settled).toBe(false);
        if (end === 'rollback') throw new Error('give it up');
      })
      .catch((error) => {
        if (error.message !== 'give it up') throw error;
      });
    if (!answer) throw new Error('nothing was asked');
    return { first, second: await answer };
  }

  it('makes a second request wait and then replay', async () => {
    const { first, second } = await whileHeld('held', minimal, 'commit', () => inSecond('held', minimal));
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await payments()).toBe(0);
  });

  it('makes a second request with another body wait and then conflict', async () => {
    const { second } = await whileHeld('held', minimal, 'commit', () =>
      inSecond('held', { ...minimal, amount: '11.00' }),
    );
    expect(second.json.error.code).toBe('IDEMPOTENCY_CONFLICT');
    expect(await payments()).toBe(0);
  });

  it('is free when that transaction gives up: the second request is carried out', async () => {
    const { second } = await whileHeld('held', minimal, 'rollback', () => inSecond('held', minimal));
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(await payments()).toBe(1);
  });

  it('holds up simulate in the same way', async () => {
    const { payment_id: id } = (await inFirst('to-hold', minimal)).json.data;
    const { second } = await whileHeld('sim-held', minimal, 'commit', () =>
      inSecond('sim-held', { outcome: 'complete' }, `/payments/${id}/simulate`),
    );
    expect(second.json.error.code).toBe('IDEMPOTENCY_CONFLICT');
  });
});
