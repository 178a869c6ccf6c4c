import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../src/platform/db/client.ts';
import { enterBefore } from './empty-database.ts';

let db: Db;
let migrate: () => Promise<void>;
let leave: () => Promise<void>;
beforeAll(async () => {
  ({ db, migrate, leave } = await enterBefore('0011_undelivered.sql'));
});
afterAll(() => leave());

it('what was pending or failed before is still to do, with its attempts, due time and lease; the rest is delivered', async () => {
  await db`
    insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, status, attempts,
      next_attempt_at, leased_until, is_test, created_at)
    values
      ('del_due', 'evt_1', 'we_1', 'mer_1', 'test', 'payment.completed', 'pending', 0, '2026-01-01Z', null, false, now()),
      ('del_leased', 'evt_2', 'we_1', 'mer_1', 'live', 'payment.failed', 'pending', 3, '2026-01-02Z', '2026-01-03Z', false, now()),
      ('del_failed', 'evt_3', 'we_2', 'mer_2', 'test', 'payment.failed', 'failed', 7, null, null, false, now()),
      ('del_test', 'evt_4', 'we_2', 'mer_2', 'test', 'payment.failed', 'failed', 1, null, null, true, now()),
      ('del_done', 'evt_5', 'we_2', 'mer_2', 'test', 'payment.expired', 'succeeded', 2, null, null, false, now())`;
  await migrate();
  expect([...(await db`select * from undelivered order by delivery_id`)]).toEqual([
    { ...owner(1), delivery_id: 'del_due', event_id: 'evt_1', ...state(0, '2026-01-01', null) },
    { ...owner(2), delivery_id: 'del_failed', event_id: 'evt_3', ...state(7, null, null) },
    { ...owner(1), delivery_id: 'del_leased', event_id: 'evt_2', ...state(3, '2026-01-02', '2026-01-03') },
    { ...owner(2), delivery_id: 'del_test', event_id: 'evt_4', ...state(1, null, null), is_test: true },
  ]);
  expect(await db`select from deliveries`).toHaveLength(5);
});

const owner = (n: number) => ({ endpoint_id: `we_${n}`, merchant_id: `mer_${n}` });

function state(attempts: number, due: string | null, leased: string | null) {
  const moment = (day: string | null) => (day === null ? null : new Date(`${day}T00:00:00Z`));
  return { is_test: false, attempts, next_attempt_at: moment(due), leased_until: moment(leased) };
}
