import { expect, it } from 'vitest';
import { errorCatalogue } from '../../../../server/src/lib/errors.ts';
import { ApiError } from '../api/api-error.ts';
import { fieldWords } from './field-words.ts';

const wordsOf = (code: string, message: string, details: Record<string, unknown>) =>
  fieldWords(new ApiError({ code, message, status: 422, details, requestId: null }));

it.each([
  ['INVALID_AMOUNT', { field: 'amount', format: 'money' }, 'Enter an amount above zero, such as 10.00.'],
  [
    'INVALID_AMOUNT',
    { field: 'line_items[0].unit_price', format: 'price' },
    'Enter an amount, such as 10.00.',
  ],
  [
    'INVALID_TAX_RATE',
    { field: 'tax_rate', format: 'fraction' },
    'Enter a percentage from 0 to 100, such as 8.5.',
  ],
  ['INVALID_DUE_DATE', { field: 'due_date', format: 'date' }, 'Enter a date.'],
  ['INVALID_DUE_DATE', { field: 'due_date' }, 'Enter a date after today.'],
  [
    'INVALID_LINE_ITEMS',
    { field: 'line_items[0].quantity' },
    'Enter a quantity above zero with at most six decimals, such as 1.5.',
  ],
] as const)('%s at %j says what to enter', (code, details, words) => {
  expect(wordsOf(code, errorCatalogue[code].message, details)).toBe(words);
});

it('an amount says its own limits', () => {
  const { message } = errorCatalogue.INVALID_AMOUNT;
  expect(wordsOf('INVALID_AMOUNT', message, { field: 'token_amount', max_decimals: 6 })).toBe(
    'Enter an amount above zero with at most 6 decimals, such as 10.5.',
  );
  expect(wordsOf('INVALID_AMOUNT', message, { field: 'minimum', min: '0.00', max: '9999999.99' })).toBe(
    'Enter an amount from 0.00 to 9,999,999.99.',
  );
});

it('no other message begins with the name of a field in the API', () => {
  const message = 'customer_name must have at most 200 characters.';
  expect(wordsOf('INVALID_PARAMETER', message, { field: 'customer_name', max_length: 200 })).toBe(
    'Must have at most 200 characters.',
  );
  const other = 'This number is taken.';
  expect(wordsOf('INVALID_PARAMETER', other, { field: 'invoice_number' })).toBe(other);
});

it('limits read like money everywhere else', () => {
  const limits = { field: 'amount', min: '0.50 USD', max: '100000.00 USD' };
  expect(wordsOf('AMOUNT_TOO_SMALL', '', limits)).toBe('The minimum is $0.50.');
  expect(wordsOf('AMOUNT_TOO_LARGE', '', limits)).toBe('The maximum is $100,000.00.');
});
