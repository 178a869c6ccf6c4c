import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../src/platform/db/client.ts';
import { enterBefore } from './empty-database.ts';

let db: Db;
let migrate: () => Promise<void>;
let leave: () => Promise<void>;
beforeAll(async () => {
  ({ db, migrate, leave } = await enterBefore('0048_sellers.sql'));
});
afterAll(() => leave());

it('invoices that were issued before keep the seller of now; drafts have none', async () => {
  await db`
    insert into merchants (merchant_id, name, email, address, tax_id, created_at)
    values ('mer_1', 'Shop Ltd', 'a@shop.example', '5 Quay', 'GB111', now()), ('mer_2', 'Plain', 'b@shop.example', null, null, now())`;
  await db`
    insert into invoices (invoice_id, merchant_id, environment, status, invoice_number, number_generated, currency,
      subtotal_minor, tax_rate, tax_amount_minor, amount_minor, due_date, metadata, created_at)
    select id, merchant, 'test', status, id, false, 'USD', 1, 0, 0, 1, '2026-03-01', '{}', now()
    from (values ('inv_1', 'mer_1', 'draft'), ('inv_2', 'mer_1', 'open'), ('inv_3', 'mer_2', 'paid'))
      as given (id, merchant, status)`;
  await migrate();
  const sellers = await db`
    select seller_name, seller_address, seller_tax_id from invoices order by invoice_id`;
  expect(sellers.map((row) => Object.values(row))).toEqual([
    [null, null, null],
    ['Shop Ltd', '5 Quay', 'GB111'],
    ['Plain', null, null],
  ]);
});
