import { expect, it } from 'vitest';
import { find } from './find.ts';

const entry = (page: string, heading: string, words: string) => ({
  slug: page.toLowerCase(),
  page,
  heading,
  anchor: heading,
  words,
});
const entries = [
  entry('Payments', 'States', 'pending processing refund'),
  entry('Refunds', '', 'return money payment'),
  entry('Refunds', 'Partial refunds', 'amount less'),
  entry('Webhooks', 'Verify signatures', 'hmac secret whsec_'),
  entry('Verifying webhooks', '', 'webhooks'),
  entry('Webhooks', '', 'events'),
];
const found = (query: string) => find(entries, query).map(({ page, heading }) => `${page}/${heading}`);

it.each([
  ['refund', ['Refunds/', 'Refunds/Partial refunds', 'Payments/States']],
  ['Partial REFUND', ['Refunds/Partial refunds']],
  ['sign', ['Webhooks/Verify signatures']],
  ['webhooks', ['Webhooks/', 'Verifying webhooks/', 'Webhooks/Verify signatures']],
  ['whsec_', ['Webhooks/Verify signatures']],
  ['refund nothing', []],
  ['fund', []],
  [' - ', []],
])('%j finds %j', (query, expected) => {
  expect(found(query)).toEqual(expected);
});
