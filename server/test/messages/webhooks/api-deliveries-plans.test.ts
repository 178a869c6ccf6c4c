import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type DeliveryFilter,
  selectDeliveryPage,
} from '../../../src/messages/webhooks/deliveries/delivery-store.ts';
import { connect } from '../../../src/platform/db/client.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { makeEndpoint } from './api-support.ts';

const count = 50_000;
let service: TestService;
let shop: TestMerchant;
let endpointId: string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
  endpointId = (await makeEndpoint(service, {}, { key: shop.testKey })).endpoint_id;
});

/** Deliveries of one endpoint, `often` of them with one status and every thousandth with each of the others. */
async function seed(often: string, others: [string, string]): Promise<void> {
  const db = connect(service.databaseUrl, { poolSize: 1 });
  // So many rows may take a busy machine longer than the service's statements may.
  await db`set statement_timeout = 0`;
  await db`
    insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, created_at)
    select 'del_' || lpad(n::text, 26, '0'), 'evt_' || lpad(n::text, 26, '0'), ${endpointId}, ${shop.merchantId}, 'test',
      'payment.completed', now()
    from generate_series(1, ${count}::int) n`;
  await db`
    insert into undelivered (endpoint_id, delivery_id, merchant_id, event_id, is_test, attempts, next_attempt_at)
    select endpoint_id, delivery_id, merchant_id, event_id, false, 1,
      case when status = 'pending' then now() + n * interval '1 second' end
    from deliveries cross join lateral (select substr(delivery_id, 5)::int as n) as number cross join lateral (
      select case when n % 1000 = 1 then ${others[0]} when n % 1000 = 2 then ${others[1]} else ${often} end as status
    ) as state
    where endpoint_id = ${endpointId} and status <> 'succeeded'`;
  await db`vacuum analyze deliveries`;
  await db`vacuum analyze undelivered`;
  await db.end();
}

/** Rows of the tables that a first page fetches. */
async function readFor(status: DeliveryFilter['status'], plan: string): Promise<number> {
  const filter: DeliveryFilter = { endpointId, environment: 'test', eventId: null, status };
  const request = { merchantId: shop.merchantId, cursorId: null, direction: 'older', limit: 20 } as const;
  return service.ctx.db.begin(async (tx) => {
    const read = async () => {
      const [row] = await tx<{ rows: bigint | null }[]>`
        select sum(idx_tup_fetch + seq_tup_read) as rows from pg_stat_xact_user_tables
        where relname in ('deliveries_rest', 'undelivered')`;
      return Number(row?.rows ?? 0);
    };
    await tx`select set_config('plan_cache_mode', ${plan}, true)`;
    const before = await read();
    const page = await selectDeliveryPage(tx, filter, request);
    expect(page.rows).toHaveLength(20);
    return (await read()) - before;
  });
}

/** A plan made for the values at hand, and the one Postgres may keep for all values. */
const plans = ['force_custom_plan', 'force_generic_plan'];

it('over many deliveries that succeeded, a page of any status reads about what it shows', async () => {
  await seed('succeeded', ['failed', 'pending']);
  for (const plan of plans)
    for (const status of ['failed', 'pending', 'succeeded', null] as const)
      expect(await readFor(status, plan), `${status}, ${plan}`).toBeLessThan(250);
});

it('over a long backlog, a page of what is pending or failed reads little too', async () => {
  await seed('pending', ['failed', 'succeeded']);
  for (const plan of plans) {
    expect(await readFor('failed', plan), plan).toBeLessThan(250);
    // A thousand are counted before it walks.
    expect(await readFor('pending', plan), plan).toBeLessThan(1200);
  }
});
