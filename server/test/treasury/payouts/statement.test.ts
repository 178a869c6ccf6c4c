import { afterAll, beforeAll, expect, it } from 'vitest';
import { setFee } from '../../../src/merchants/merchants.ts';
import { reversalPosting } from '../../../src/treasury/ledger/postings.ts';
import { statement } from '../../../src/treasury/statement/statement.ts';
import { createPaidInvoice } from '../../payments/invoices/support.ts';
import { createPaid } from '../../payments/refunds/support.ts';
import { randomAt, unlimited } from '../../payments/support.ts';
import { manualClock, passSeconds } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { postNow } from '../ledger/support.ts';
import { settleTo } from './support.ts';

const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, random: randomAt('min'), requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const pass = (seconds: number) => passSeconds(service, clock, seconds);

it('lists what changed a balance, with its worth at receipt and at payout, page by page', async () => {
  const shop = await service.createMerchant();
  const owner = await settleTo(service, shop.merchantId, { schedule: 'manual', currency: 'EUR' });
  await setFee(service.ctx, shop.merchantId, 100);
  const key = { key: shop.testKey };
  const onBase = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };
  const euro = await createPaid(service, { amount: '100.00', currency: 'EUR', ...onBase }, key);
  await pass(1);
  const named = { customer_email: 'ada@example.com', reference_id: 'order-7' };
  const dollar = await createPaid(service, { amount: '50.00', currency: 'USD', ...onBase, ...named }, key);
  await pass(1);
  const refund = { payment_id: dollar.payment_id, amount: '10.00' };
  await service.call('POST', '/refunds', { ...key, body: refund });
  await pass(4);
  await service.call('POST', '/payouts', {
    ...key,
    body: { chain: 'base', token: 'USDC', token_amount: '54' },
  });
  await pass(4);
  await service.call('POST', '/payouts', {
    ...key,
    body: { chain: 'base', token: 'USDC', token_amount: '6.66' },
  });
  await pass(4);

  const answer = await owner.call('GET', '/exports/balance.csv');
  expect(answer.status, answer.text).toBe(200);
  const [header = '', ...lines] = answer.text.trim().split('\r\n');
  const names = header.replace('\ufeff', '').split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])),
  );
  const shown = rows.map(({ type, token_in, token_out, fee, worth, currency }) =>
    [type, token_in, token_out, fee, worth, currency].join(' '),
  );
  expect(shown).toEqual([
    'payout 6.660000   6.16 EUR',
    'payout  6.660000  6.16 EUR',
    // At the rate of the payout: 1.08 USD for a euro.
    'payout  54.000000  50.00 EUR',
    'refund  9.900000 0.100000 9.90 USD',
    'completion 49.500000  0.500000 49.50 USD',
    // As agreed at receipt, less the fee of 1 %.
    'completion 106.920000  1.080000 99.00 EUR',
  ]);
  expect(rows.at(-1)).toMatchObject({ source_id: euro.payment_id, payment_id: euro.payment_id });
  expect(rows[3]).toMatchObject({ payment_id: dollar.payment_id, tx_hash: expect.stringMatching(/^0x/) });
  // What the customer paid, and the price of the token then: 100 EUR were 108 USDC.
  expect(rows.map(({ gross, rate }) => `${gross} ${rate}`)).toEqual([
    '6.16 0.92492492',
    '6.16 0.92492492',
    '50.00 0.92592592',
    '10.00 1.00000000',
    '50.00 1.00000000',
    '100.00 0.92592592',
  ]);
  for (const row of rows.slice(3, 5))
    expect(row).toMatchObject({
      customer_email: 'ada@example.com',
      reference_id: 'order-7',
      invoice_number: '',
    });

  // In dollars, the rate at which the payment was quoted.
  await owner.settings({ currency: 'USD' });
  const dollars = (await owner.call('GET', '/exports/balance.csv')).text;
  expect(dollars).toContain('1.080000,106.92,USD');

  const since = rows[2]?.['posted_at'];
  const newest = (await owner.call('GET', `/exports/balance.csv?created_gte=${since}`)).text;
  expect(newest.trim().split('\r\n')).toHaveLength(4);

  const caller = { merchant_id: shop.merchantId, environment: 'test' } as Parameters<typeof statement>[1];
  const paged: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const paging = { limit: 2, ...(cursor ? { starting_after: cursor } : {}) };
    const page = await statement(service.ctx, caller, { from: null, to: null }, paging);
    paged.push(...page.rows.map(({ source_id, posted_at }) => `${source_id} ${posted_at}`));
    cursor = page.rows.at(-1)?.cursor;
    if (!page.hasMore) break;
  }
  expect(paged).toEqual(rows.map((row) => `${row['source_id']} ${row['posted_at']}`));

  const { merchantId } = shop;
  const money = { environment: 'test', merchantId, chain: 'base', token: 'USDC', units: 5_000_000n } as const;
  const gone = reversalPosting(money, { applied: 5_000_000n, fee: 50_000n }, 'arr_gone', clock.now());
  await postNow(service.ctx, [gone]);
  expect((await owner.call('GET', '/exports/balance.csv')).text).toContain('4.950000,0.050000,');

  const payoutsSince = async (query: string) =>
    (await owner.call('GET', `/exports/payouts.csv?${query}`)).text.trim().split('\r\n').length - 1;
  const [second = '', first = ''] = [rows[1]?.['posted_at'], rows[2]?.['posted_at']];
  expect(await payoutsSince(`created_gte=${second}`)).toBe(1);
  expect(await payoutsSince(`created_lte=${first}`)).toBe(1);
  expect(await payoutsSince(`created_gte=${first}&created_lte=${second}`)).toBe(2);

  const payouts = (await owner.call('GET', '/exports/payouts.csv?status=completed')).text;
  expect(payouts.trim().split('\r\n')[1]).toContain('completed,manual,base,USDC,54.000000,50.00,EUR');
});

it('names the invoice that was paid or refunded', async () => {
  const shop = await service.createMerchant();
  const owner = await settleTo(service, shop.merchantId, { schedule: 'manual' });
  const key = shop.testKey;
  const line = { description: 'Tea', quantity: 1, unit_price: '50.00' };
  const { payment_id, invoice_number } = await createPaidInvoice(service, { line_items: [line] }, key);
  await pass(1);
  const refund = await service.call('POST', '/refunds', { key, body: { payment_id, amount: '10.00' } });
  expect(refund.status, refund.text).toBe(201);
  await pass(4);
  const [header = '', ...lines] = (await owner.call('GET', '/exports/balance.csv')).text.trim().split('\r\n');
  const names = header.replace('\ufeff', '').split(',');
  const shown = lines.map((text) => {
    const cells = text.split(',');
    return ['type', 'payment_id', 'invoice_number'].map((name) => cells[names.indexOf(name)]);
  });
  expect(invoice_number).not.toBe('');
  expect(shown).toEqual([
    ['refund', payment_id, invoice_number],
    ['completion', payment_id, invoice_number],
  ]);
});
