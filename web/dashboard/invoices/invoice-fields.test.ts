import { describe, expect, it } from 'vitest';
import type { Invoice } from '../shared/api/types.ts';
import { blankFields, blankLine, changesBody, copiedFields, createBody, fieldsOf } from './invoice-fields.ts';

const all = { chains: 8, tokens: 9 };
const invoice: Invoice = {
  invoice_id: 'inv_1',
  status: 'draft',
  invoice_number: 'INV-000001',
  amount: '688.50',
  currency: 'EUR',
  customer_email: 'ada@example.com',
  customer_name: null,
  customer_address: null,
  customer_tax_id: null,
  seller_name: null,
  seller_address: null,
  seller_tax_id: null,
  line_items: [
    { description: 'Design', quantity: 7.5, unit_price: '80.00', amount: '600.00' },
    { description: 'Dust', quantity: 0.000001, unit_price: '5.00', amount: '0.00' },
  ],
  subtotal: '637.50',
  tax_rate: '0.08',
  tax_amount: '51.00',
  memo: 'Thank you.',
  due_date: '2030-01-31',
  invoice_url: 'https://pay.example/invoice/inv_1',
  metadata: {},
  accepted_chains: ['base'],
  accepted_tokens: ['ETH', 'USDC', 'USDT', 'DAI', 'SOL', 'MATIC', 'AVAX', 'BNB', 'BUSD'],
  created_at: '2030-01-01T00:00:00.000Z',
};

describe('the invoice form', () => {
  it('sends only the fields that were filled in', () => {
    const fields = blankFields();
    fields.line_items = [{ ...blankLine(), description: ' Hosting ', quantity: '2', unit_price: '12.50' }];
    expect(JSON.parse(JSON.stringify(createBody(fields)))).toEqual({
      currency: 'USD',
      line_items: [{ description: 'Hosting', quantity: 2, unit_price: '12.50' }],
    });
  });

  it('sends invalid input as typed, so that the API can report it', () => {
    const fields = { ...blankFields(), tax_rate: 'eight' };
    fields.line_items = [{ ...blankLine(), description: 'x', quantity: '1,5', unit_price: '' }];
    expect(createBody(fields)).toMatchObject({
      tax_rate: 'eight',
      line_items: [{ description: 'x', quantity: '1,5', unit_price: undefined }],
    });
  });

  it('loads an invoice, and shows full lists as none selected', () => {
    const fields = fieldsOf(invoice, all);
    expect(fields).toMatchObject({ tax_rate: '8', accepted_chains: ['base'], accepted_tokens: [] });
    expect(fields.line_items.map((line) => line.quantity)).toEqual(['7.5', '0.000001']);
  });

  it('sends nothing if nothing was changed', () => {
    expect(changesBody(fieldsOf(invoice, all), fieldsOf(invoice, all))).toEqual({});
  });

  it('sends changed fields, and null for cleared ones', () => {
    const before = fieldsOf(invoice, all);
    const after = { ...before, memo: '', tax_rate: '19', accepted_chains: [] };
    expect(changesBody(before, after)).toEqual({ memo: null, tax_rate: '0.19', accepted_chains: null });
  });

  it('sends no unchanged metadata, and null if all of it was removed', () => {
    const before = fieldsOf({ ...invoice, metadata: { order: 7 } }, all);
    expect(changesBody(before, before)).toEqual({});
    expect(changesBody(before, { ...before, metadata: [] })).toEqual({ metadata: null });
  });

  it('sends all lines if one was moved', () => {
    const before = fieldsOf(invoice, all);
    const after = { ...before, line_items: before.line_items.toReversed() };
    expect(changesBody(before, after)).toEqual({
      line_items: [
        { description: 'Dust', quantity: 0.000001, unit_price: '5.00' },
        { description: 'Design', quantity: 7.5, unit_price: '80.00' },
      ],
    });
  });

  it('leaves number and due date of a copy empty', () => {
    expect(copiedFields(invoice, all)).toMatchObject({
      invoice_number: '',
      due_date: '',
      customer_email: 'ada@example.com',
      memo: 'Thank you.',
    });
  });
});
