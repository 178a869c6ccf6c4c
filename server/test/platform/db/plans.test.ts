import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTasks } from '../../../src/app/tasks.ts';
import { signedInAs } from '../../dashboard/support.ts';
import { unlimited } from '../../payments/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { openSession, wholeReadsOf } from './plan-reading.ts';

let service: TestService;
let client: pg.Client;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
  await seed();
  client = await openSession(service.databaseUrl);
});
afterAll(async () => {
  await client?.end();
  await service?.stop();
});

/** More than a plan that reads all of them would read for nothing. */
const count = 30_000;

/** What grows for as long as a service runs. A few rows of each are due. */
async function seed(): Promise<void> {
  const { db } = service.ctx;
  const { merchantId } = service;
  const due = 5;
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata, accepted_chains,
      accepted_tokens, expires_at, created_at, customer_due_at, look_at)
    select 'pay_' || i, ${merchantId}, 'test', 'pending', 4999, 'USD', '{}', '{base}', '{USDC}', now() + interval '1 day',
      now(), case when i <= ${due} then now() end, case when i <= ${due} then now() else now() + interval '1 day' end
    from generate_series(1, ${count}::int) i`;
  await db`
    insert into deposits (deposit_id, payment_id, merchant_id, environment, chain, token, token_units, address, created_at)
    select 'dep_' || i, 'pay_' || i, ${merchantId}, 'test', 'base', 'USDC', 1, '0x' || i, now()
    from generate_series(1, ${count}::int) i`;
  await db`
    insert into transaction_hints (payment_id, merchant_id, chain, tx_hash, given_at, check_at)
    select 'pay_' || i, ${merchantId}, 'base', '0x' || i, now(), case when i <= ${due} then now() end
    from generate_series(1, ${count}::int) i`;
  await db`
    insert into idempotency_keys (merchant_id, environment, idempotency_key, fingerprint, response_status, response_body,
      expires_at)
    select ${merchantId}, 'test', 'key ' || i, '', 200, '', now() + case when i <= ${due} then '-1 day' else '1 day' end::interval
    from generate_series(1, ${count}::int) i`;
  await db`
    insert into events (event_id, merchant_id, environment, type, resource_id, body, created_at)
    select 'evt_' || i, ${merchantId}, 'test', 'payment.completed', 'pay_' || i, '{}', now()
    from generate_series(1, ${count}::int) i`;
  await db`
    insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, created_at)
    select 'del_' || i, 'evt_' || i, 'we_1', ${merchantId}, 'test', 'payment.completed', now()
    from generate_series(1, ${count}::int) i`;
  await db`
    insert into delivery_attempts (attempt_id, delivery_id, merchant_id, attempt, latency_ms, attempted_at)
    select 'att_' || i, 'del_' || i, ${merchantId}, 1, 1, now() from generate_series(1, ${count}::int) i`;
  await db`
    insert into emails (email_id, merchant_id, environment, kind, resource_id, to_address, message, status, created_at)
    select 'eml_' || i, ${merchantId}, 'test', 'payment_receipt', 'pay_' || i, 'a@example.com', '{}', 'sent', now()
    from generate_series(1, ${count}::int) i`;
  await db`
    insert into audit_log (audit_id, merchant_id, action, details, ip, outcome, created_at)
    select 'aud_' || i, ${merchantId}, 'x', '{}', '', case when i <= ${due} then 'refused' else 'done' end, now()
    from generate_series(1, ${count}::int) i`;
  await db`analyze`;
}

const large = [
  'payments',
  'deposits',
  'transaction_hints',
  'idempotency_keys',
  'events',
  'deliveries',
  'delivery_attempts',
  'emails',
  'audit_log',
];

/** The statements that read a large table as a whole, with what they read, of all that `work` sends. */
async function wholeReads(work: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const { ctx } = service;
  const statements = new Set<string>();
  ctx.db.options.onStatement = (text) => statements.add(text);
  await work();
  delete ctx.db.options.onStatement;
  const found = await wholeReadsOf(client, statements, large);
  expect(statements.size).toBeGreaterThan(30);
  return found;
}

it('no task reads a whole table to find the few rows that are due', async () => {
  const { ctx } = service;
  ctx.log.level = 'silent';
  const found = await wholeReads(async () => {
    for (const task of await createTasks(ctx)) {
      await task.nextDueAt(ctx);
      await task.run(ctx);
      await task.drain?.();
    }
  });
  expect(found).toEqual({});
});

it('no request reads a whole table', async () => {
  const { paths } = (await service.call('GET', '/openapi.json')).json;
  const lists = Object.keys(paths).flatMap((path) =>
    // Exports are of everything.
    'get' in paths[path] && path.startsWith('/api/v1/') && !/\{|\/exports\//.test(path)
      ? [path.slice('/api/v1'.length)]
      : [],
  );
  const filters = [
    '',
    '?limit=2',
    '?status=completed',
    '?reference_id=order-7',
    '?type=payment.completed',
    '?created_gte=2026-01-01T00:00:00Z',
  ];
  const found = await wholeReads(async () => {
    for (const path of lists) for (const filter of filters) await service.call('GET', `${path}${filter}`);
    for (const path of ['/payments/pay_7', '/payments/pay_7/timeline', '/events/evt_7'])
      await service.call('GET', path);
    const body = { amount: '10.00', currency: 'USD' };
    const { json } = await service.call('POST', '/payments', { body });
    const id = json.data.payment_id;
    await service.call('POST', `/payments/${id}/simulate`, { body: { outcome: 'complete' } });
    await service.call('POST', '/refunds', { body: { payment_id: id, amount: '5.00' } });
  });
  expect(found).toEqual({});
});

it('no page of the dashboard reads a whole table', async () => {
  const page = await signedInAs(service);
  const refused: string[] = [];
  const found = await wholeReads(async () => {
    for (const path of dashboardPaths) {
      const { status } = await page.call('GET', path);
      if (status !== 200) refused.push(`${path}: ${status}`);
    }
  });
  expect(refused).toEqual([]);
  expect(found).toEqual({});
});

const dashboardPaths = [
  '/payments',
  ...['pay_7', 'a@example.com', '0x7', '49.99'].map((text) => `/payments?search=${text}`),
  ...['status=completed', 'chain=base', 'token=USDC', 'currency=EUR', 'created_gte=2026-01-01T00:00:00Z'].map(
    (filter) => `/payments?${filter}`,
  ),
  ...['pay_7', 'ref_7', 'INV-7', 'a@example.com'].map((text) => `/search?text=${text}`),
  '/stats',
  '/attention',
  '/stats?from=2026-01-01&to=2026-02-01',
  '/emails',
  '/emails?status=failed',
  '/requests',
  '/requests?status_class=4xx&method=POST',
  '/requests?search=/payments&created_gte=2026-01-01T00:00:00Z',
  '/audit',
  '/balances',
  '/settlement/wallets',
  '/keys',
  '/members',
  '/sessions',
  '/notices',
  '/settings',
  '/chains',
];
