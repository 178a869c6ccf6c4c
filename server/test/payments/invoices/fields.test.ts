import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/lib/errors.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { unlimited } from '../support.ts';
import { createInvoice, expectRefused, item, minimal, patch } from './support.ts';

const clock = manualClock();
let service: TestService;
let draft: string;
beforeAll(async () => {
  service = await startTestService({ clock, requestsPerMinute: unlimited });
  draft = (await createInvoice(service)).invoice_id;
});
afterAll(() => service.stop());

const line = (fields: object) => ({ line_items: [{ ...item, ...fields }] });
const without = (name: string) => ({
  line_items: [item, Object.fromEntries(Object.entries(item).filter(([key]) => key !== name))],
});
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

const wrong: [string, object, ErrorCode, string][] = [
  ['an unknown currency', { currency: 'JPY' }, 'INVALID_CURRENCY', 'currency'],
  ['a currency in small letters', { currency: 'usd' }, 'INVALID_CURRENCY', 'currency'],
  ['no line items', { line_items: [] }, 'INVALID_LINE_ITEMS', 'line_items'],
  [
    '201 line items',
    { line_items: Array(201).fill({ ...item, quantity: 0.01 }) },
    'INVALID_LINE_ITEMS',
    'line_items',
  ],
  ['line items that are no list', { line_items: item }, 'INVALID_LINE_ITEMS', 'line_items'],
  ['a line item that is no object', { line_items: [item, 'x'] }, 'INVALID_LINE_ITEMS', 'line_items[1]'],
  [
    'a line without description',
    without('description'),
    'MISSING_REQUIRED_FIELD',
    'line_items[1].description',
  ],
  ['a line without quantity', without('quantity'), 'MISSING_REQUIRED_FIELD', 'line_items[1].quantity'],
  ['a line without unit_price', without('unit_price'), 'MISSING_REQUIRED_FIELD', 'line_items[1].unit_price'],
  ['a quantity of null', line({ quantity: null }), 'MISSING_REQUIRED_FIELD', 'line_items[0].quantity'],
  [
    'a description over 200',
    line({ description: 'x'.repeat(201) }),
    'DESCRIPTION_TOO_LONG',
    'line_items[0].description',
  ],
  [
    'a description that is no text',
    line({ description: 7 }),
    'INVALID_PARAMETER',
    'line_items[0].description',
  ],
  ...[0, -1, 1_000_000.01, 0.0000001, 1.2345678, '2', true, 1e300].map(
    (quantity): [string, object, ErrorCode, string] => [
      `a quantity of ${JSON.stringify(quantity)}`,
      line({ quantity }),
      'INVALID_LINE_ITEMS',
      'line_items[0].quantity',
    ],
  ),
  ...['-1.00', '1.001', '', 'ten', '1e3', ' 1', '+1', '.5', 50].map(
    (unit_price): [string, object, ErrorCode, string] => [
      `a unit_price of ${JSON.stringify(unit_price)}`,
      line({ unit_price }),
      'INVALID_AMOUNT',
      'line_items[0].unit_price',
    ],
  ),
  ['a total below 0.50 USD', line({ quantity: 1, unit_price: '0.49' }), 'AMOUNT_TOO_SMALL', 'amount'],
  ['a total of nothing', line({ unit_price: '0.00' }), 'AMOUNT_TOO_SMALL', 'amount'],
  [
    'a total above 100,000.00 USD',
    line({ quantity: 1, unit_price: '100000.01' }),
    'AMOUNT_TOO_LARGE',
    'amount',
  ],
  ['a price of 90 digits', line({ unit_price: '9'.repeat(90) }), 'AMOUNT_TOO_LARGE', 'amount'],
  [
    'a total above the limit by its tax',
    { ...line({ quantity: 1, unit_price: '100000.00' }), tax_rate: '0.000001' },
    'AMOUNT_TOO_LARGE',
    'amount',
  ],
  [
    'a total below 0.50 USD in another currency',
    { currency: 'AUD', ...line({ quantity: 1, unit_price: '0.75' }) },
    'AMOUNT_TOO_SMALL',
    'amount',
  ],
  ['an address that is none', { customer_email: 'ada@' }, 'INVALID_EMAIL', 'customer_email'],
  ['a name over 200', { customer_name: 'x'.repeat(201) }, 'INVALID_PARAMETER', 'customer_name'],
  ['an address over 500', { customer_address: 'x'.repeat(501) }, 'INVALID_PARAMETER', 'customer_address'],
  [
    'an address of nine lines',
    { customer_address: 'x\n'.repeat(8) },
    'INVALID_PARAMETER',
    'customer_address',
  ],
  ['an address with a tab', { customer_address: 'x\ty' }, 'INVALID_PARAMETER', 'customer_address'],
  ['a tax id over 50', { customer_tax_id: 'x'.repeat(51) }, 'INVALID_PARAMETER', 'customer_tax_id'],
  ['a tax id of two lines', { customer_tax_id: 'x\ny' }, 'INVALID_PARAMETER', 'customer_tax_id'],
  ['a name that is no text', { customer_name: ['Ada'] }, 'INVALID_PARAMETER', 'customer_name'],
  ['a number over 50', { invoice_number: 'x'.repeat(51) }, 'INVALID_PARAMETER', 'invoice_number'],
  ['an empty number', { invoice_number: '' }, 'INVALID_PARAMETER', 'invoice_number'],
  ...['A\r\nBcc: x@x.example', 'A\n1', 'A\t1', 'A\u00001', 'A\u009b1', 'A\u20281'].map(
    (invoice_number): [string, object, ErrorCode, string] => [
      `a number with a control character: ${JSON.stringify(invoice_number)}`,
      { invoice_number },
      'INVALID_PARAMETER',
      'invoice_number',
    ],
  ),
  ['a number that is one', { invoice_number: 7 }, 'INVALID_PARAMETER', 'invoice_number'],
  ['a memo over 1000', { memo: 'x'.repeat(1001) }, 'INVALID_PARAMETER', 'memo'],
  ['a due date of today', { due_date: '2026-03-01' }, 'INVALID_DUE_DATE', 'due_date'],
  ['a due date of yesterday', { due_date: '2026-02-28' }, 'INVALID_DUE_DATE', 'due_date'],
  ...['2026-02-30', '2026-3-5', '05.03.2026', '2027-01-01T00:00:00Z', '', 20270101].map(
    (due_date): [string, object, ErrorCode, string] => [
      `a due date of ${JSON.stringify(due_date)}`,
      { due_date },
      'INVALID_DUE_DATE',
      'due_date',
    ],
  ),
  ...['-0.01', '1.01', '1.000001', '0.0000001', '8%', '', '.08', '08', '1e-2', 0.08, 0].map(
    (tax_rate): [string, object, ErrorCode, string] => [
      `a tax rate of ${JSON.stringify(tax_rate)}`,
      { tax_rate },
      'INVALID_TAX_RATE',
      'tax_rate',
    ],
  ),
  ['21 keys of metadata', { metadata: keys(21) }, 'METADATA_TOO_LARGE', 'metadata'],
  ['a value of metadata over 500', { metadata: { k: 'x'.repeat(501) } }, 'METADATA_TOO_LARGE', 'metadata.k'],
  ['metadata that is a list', { metadata: [] }, 'INVALID_PARAMETER', 'metadata'],
  ['an unknown chain', { accepted_chains: ['bitcoin'] }, 'INVALID_CHAIN', 'accepted_chains'],
  ['no chains', { accepted_chains: [] }, 'INVALID_CHAIN', 'accepted_chains'],
  ['an unknown token', { accepted_tokens: ['DOGE'] }, 'INVALID_TOKEN', 'accepted_tokens'],
  [
    'tokens that none of the chains has',
    { accepted_chains: ['base'], accepted_tokens: ['SOL', 'BNB'] },
    'INVALID_TOKEN',
    'accepted_tokens',
  ],
];

describe.each(wrong)('%s', (_name, fields, code, field) => {
  it(`is ${code} on creation`, async () => {
    await expectRefused(
      service,
      () => service.call('POST', '/invoices', { body: { ...minimal, ...fields } }),
      code,
      field,
    );
  });

  it(`is ${code} in a change`, async () => {
    await expectRefused(service, () => patch(service, draft, fields), code, field);
  });
});

const good: [string, object, object][] = [
  ['the smallest quantity', line({ quantity: 0.000001, unit_price: '1000000.00' }), { amount: '1.00' }],
  ['the largest quantity', line({ quantity: 1_000_000, unit_price: '0.10' }), { amount: '100000.00' }],
  ['0.50 USD', line({ quantity: 1, unit_price: '0.50' }), { amount: '0.50' }],
  ['0.01 in test mode', line({ quantity: 1, unit_price: '0.01' }), { amount: '0.01' }],
  ['200 lines', { line_items: Array(200).fill({ ...item, quantity: 0.01 }) }, { amount: '100.00' }],
  ['a description of 200', line({ description: '😀'.repeat(200) }), {}],
  ['a memo of 1000', { memo: '😀'.repeat(1000) }, { memo: '😀'.repeat(1000) }],
  ['a number of 50', { invoice_number: 'é'.repeat(50) }, { invoice_number: 'é'.repeat(50) }],
  ['a name of 200', { customer_name: 'x'.repeat(200) }, { customer_name: 'x'.repeat(200) }],
  ['a tax rate of 0', { tax_rate: '0' }, { tax_rate: '0.00' }],
  ['a tax rate of 1', { tax_rate: '1' }, { tax_rate: '1.00', amount: '200.00' }],
  ['a tax rate of one decimal', { tax_rate: '0.5' }, { tax_rate: '0.50', amount: '150.00' }],
  ['a tax rate of six decimals', { tax_rate: '0.123456' }, { tax_rate: '0.123456', tax_amount: '12.35' }],
  ['a tax rate with zeros behind', { tax_rate: '0.085000' }, { tax_rate: '0.085' }],
];

describe.each(good)('%s', (_name, fields, shown) => {
  it('is taken on creation and in a change', async () => {
    expect(await createInvoice(service, fields)).toMatchObject(shown);
    const { invoice_id } = await createInvoice(service);
    const answer = await patch(service, invoice_id, fields);
    expect(answer.json, answer.text).toMatchObject({ data: shown });
  });
});

describe('what creation requires', () => {
  it.each(['currency', 'line_items'])('%s, also when it is null', async (field) => {
    for (const value of [undefined, null])
      await expectRefused(
        service,
        () => service.call('POST', '/invoices', { body: { ...minimal, [field]: value } }),
        'MISSING_REQUIRED_FIELD',
        field,
      );
  });

  it.each([{}, { customer_email: null }])('an address to be mailed to, when it has %j', async (fields) => {
    await expectRefused(
      service,
      () => service.call('POST', '/invoices', { body: { ...minimal, ...fields, send_email: true } }),
      'MISSING_REQUIRED_FIELD',
      'customer_email',
    );
  });

  it.each(['true', 1, []])('send_email to be a boolean, not %j', async (send_email) => {
    const body = { ...minimal, customer_email: 'ada@example.com', send_email };
    await expectRefused(
      service,
      () => service.call('POST', '/invoices', { body }),
      'INVALID_PARAMETER',
      'send_email',
    );
  });
});

describe('the order of checks', () => {
  const table = [
    ['currency', 'JPY', 'INVALID_CURRENCY'],
    ['line_items', [], 'INVALID_LINE_ITEMS'],
    ['customer_email', '@', 'INVALID_EMAIL'],
    ['customer_name', 1, 'INVALID_PARAMETER'],
    ['invoice_number', 1, 'INVALID_PARAMETER'],
    ['memo', 1, 'INVALID_PARAMETER'],
    ['due_date', '2026-01-01', 'INVALID_DUE_DATE'],
    ['tax_rate', '2', 'INVALID_TAX_RATE'],
    ['metadata', 1, 'INVALID_PARAMETER'],
    ['send_email', 1, 'INVALID_PARAMETER'],
    ['accepted_chains', 1, 'INVALID_CHAIN'],
    ['accepted_tokens', 1, 'INVALID_TOKEN'],
  ] as const;

  it.each(table.map(([field], index) => [field, index] as const))(
    'from %s on everything is wrong: it is the one reported',
    async (field, index) => {
      const body = {
        ...minimal,
        ...Object.fromEntries(table.slice(index).map(([name, value]) => [name, value])),
      };
      await expectRefused(
        service,
        () => service.call('POST', '/invoices', { body }),
        table[index]?.[2] ?? 'INTERNAL_ERROR',
        field,
      );
    },
  );

  it('whatever is missing comes before whatever is wrong, inside lines too', async () => {
    const post = (body: object) => () => service.call('POST', '/invoices', { body });
    await expectRefused(service, post({ currency: 'JPY' }), 'MISSING_REQUIRED_FIELD', 'line_items');
    await expectRefused(
      service,
      post({ currency: 'JPY', line_items: [{ quantity: 1, unit_price: '1.00' }] }),
      'MISSING_REQUIRED_FIELD',
      'line_items[0].description',
    );
    await expectRefused(
      service,
      post({ ...minimal, currency: 'JPY', send_email: true }),
      'MISSING_REQUIRED_FIELD',
      'customer_email',
    );
  });

  it('the total is looked at after all fields', async () => {
    const body = { ...minimal, ...line({ unit_price: '0.00' }), accepted_tokens: ['DOGE'] };
    await expectRefused(service, () => service.call('POST', '/invoices', { body }), 'INVALID_TOKEN');
  });

  it('a change is checked before its invoice is looked for, and found before its state matters', async () => {
    const unknown = `inv_${'0'.repeat(26)}`;
    await expectRefused(service, () => patch(service, unknown, { tax_rate: '2' }), 'INVALID_TAX_RATE');
    await expectRefused(service, () => patch(service, unknown, { memo: 'x' }), 'INVOICE_NOT_FOUND');
  });
});
