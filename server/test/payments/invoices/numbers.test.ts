import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { silent, unlimited } from '../support.ts';
import { createInvoice, minimal } from './support.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, log: silent });
});
afterAll(() => service.stop());

/** Each test starts with a merchant that has no invoices. */
beforeEach(async () => {
  shop = await service.createMerchant();
});

const create = async (body = {}, key = shop.testKey): Promise<string> =>
  (await createInvoice(service, body, { key })).invoice_number;
const createMany = (bodies: object[]) => Promise.all(bodies.map((body) => create(body)));
const numbersTo = (count: number) =>
  Array.from({ length: count }, (_, i) => `INV-${String(i + 1).padStart(6, '0')}`);

describe('generated invoice numbers', () => {
  it('count from INV-000001, for each merchant and environment by itself', async () => {
    expect([await create(), await create(), await create()]).toEqual(numbersTo(3));
    expect(await create({}, shop.liveKey)).toBe('INV-000001');
    const other = await service.createMerchant();
    expect(await create({}, other.testKey)).toBe('INV-000001');
    expect(await create()).toBe('INV-000004');
  });

  it('skip those the merchant gave, one or many', async () => {
    for (const number of ['INV-000002', 'INV-000003', 'INV-000005', 'INV-000004'])
      await create({ invoice_number: number });
    expect([await create(), await create()]).toEqual(['INV-000001', 'INV-000006']);
  });

  it('are not moved by other numbers that merchants give, however alike', async () => {
    const given = [
      'INV-1',
      'inv-000001',
      'INV-0000001',
      'INV-000001 ',
      'X',
      'INV-999999999999999',
      'INV-000000',
    ];
    expect(await createMany(given.map((invoice_number) => ({ invoice_number })))).toEqual(given);
    expect(await create()).toBe('INV-000001');
  });

  it('may be given again by the merchant, whose numbers are not checked', async () => {
    const number = await create();
    expect(await create({ invoice_number: number })).toBe(number);
    expect(await create()).toBe('INV-000002');
  });

  it('have no gap after creations that were refused or failed', async () => {
    await create();
    const refused = await service.call('POST', '/invoices', {
      key: shop.testKey,
      body: { ...minimal, due_date: '2020-01-01' },
    });
    expect(refused.status).toBe(422);
    const { db } = service.ctx;
    await db.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
      create trigger refuse before insert on invoice_lines for each row execute function refuse()`);
    try {
      const failed = await service.call('POST', '/invoices', { key: shop.testKey, body: minimal });
      expect(failed.status).toBe(500);
    } finally {
      await db.unsafe('drop function refuse cascade');
    }
    expect(await create()).toBe('INV-000002');
  });
});

describe('at once', () => {
  it('60 creations get 60 numbers without gap or duplicate', async () => {
    const numbers = await createMany(Array.from({ length: 60 }, () => ({})));
    expect(numbers.sort()).toEqual(numbersTo(60));
  });

  it('creations in two environments and of two merchants do not disturb each other', async () => {
    const other = await service.createMerchant();
    const keys = [shop.testKey, shop.liveKey, other.testKey];
    const made = await Promise.all(
      Array.from({ length: 45 }, async (_, i) => ({
        key: keys[i % 3],
        number: await create({}, keys[i % 3]),
      })),
    );
    for (const key of keys) {
      const numbers = made.filter((one) => one.key === key).map((one) => one.number);
      expect(numbers.sort()).toEqual(numbersTo(15));
    }
  });

  it('mixed with numbers the merchant gave, none that was taken before is generated', async () => {
    // Every third is given by the merchant, from among those that are about to be generated.
    const bodies = Array.from({ length: 60 }, (_, i) =>
      i % 3 === 0 ? { invoice_number: numbersTo(60)[i] } : {},
    );
    await createMany(bodies);
    const rows = await service.ctx.db<{ invoice_number: string; number_generated: boolean }[]>`
      select invoice_number, number_generated from invoices where merchant_id = ${shop.merchantId} order by invoice_id`;
    const generated = rows.filter((row) => row.number_generated).map((row) => row.invoice_number);
    expect(generated).toHaveLength(40);
    expect(new Set(generated).size).toBe(40);
    expect(generated, 'ids and numbers come in one order').toEqual([...generated].sort());
    const seen = new Set<string>();
    for (const { invoice_number, number_generated } of rows) {
      if (number_generated) expect(seen).not.toContain(invoice_number);
      seen.add(invoice_number);
    }
    // Every number up to the last generated one belongs to somebody: there is no gap.
    const last = Number(generated.at(-1)?.slice(4));
    for (const number of numbersTo(last)) expect(seen).toContain(number);
  });

  it('with refused ones in between there is still no gap', async () => {
    const bodies = Array.from({ length: 40 }, (_, i) => (i % 2 ? minimal : { ...minimal, tax_rate: '2' }));
    const answers = await Promise.all(
      bodies.map((body) => service.call('POST', '/invoices', { key: shop.testKey, body })),
    );
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ json }) => json.data.invoice_number);
    expect(numbers.sort()).toEqual(numbersTo(20));
  });
});
