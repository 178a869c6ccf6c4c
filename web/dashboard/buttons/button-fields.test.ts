import { expect, it } from 'vitest';
import type { Button } from '../shared/api/types.ts';
import { blankButton, changesBody, createBody, fieldsOf } from './button-fields.ts';

const button: Button = {
  button_id: 'btn_1',
  status: 'active',
  name: 'Tea',
  amount: '5.00',
  currency: 'EUR',
  description: 'Green',
  redirect_url: null,
  cancel_url: null,
  expiration_minutes: 60,
  accepted_chains: ['base', 'polygon'],
  accepted_tokens: ['USDC'],
  metadata: {},
  created_at: '',
  updated_at: '',
};

it('leaves out empty fields and sends invalid input as typed', () => {
  const sent = JSON.parse(JSON.stringify(createBody({ ...blankButton, name: ' Tea ', amount: '5,00' })));
  expect(sent).toEqual({ name: 'Tea', amount: '5,00', currency: 'USD' });
  expect(createBody({ ...blankButton, expiration_minutes: 'soon' })['expiration_minutes']).toBe('soon');
});

it('sends changed fields, and null for cleared ones', () => {
  const before = fieldsOf(button, { chains: 2, tokens: 9 });
  expect(before.accepted_chains).toEqual([]);
  const after = { ...before, amount: '6.00', description: '', accepted_tokens: [], expiration_minutes: '30' };
  expect(changesBody(before, after)).toEqual({
    amount: '6.00',
    description: null,
    accepted_tokens: null,
    expiration_minutes: 30,
  });
  expect(changesBody(before, before)).toEqual({});
  const labelled = fieldsOf({ ...button, metadata: { order: 7 } }, { chains: 2, tokens: 9 });
  expect(changesBody(labelled, labelled)).toEqual({});
  expect(changesBody(labelled, { ...labelled, metadata: [] })).toEqual({ metadata: null });
});
