import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, expectRefused, getPayment, minimal, silent, unlimited } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited, log: silent });
});
afterAll(() => service.stop());

/** One bad value for each field, in the order of the contract's body table. */
const badFields = [
  { field: 'amount', value: '1.234', code: 'INVALID_AMOUNT' },
  { field: 'currency', value: 'XXX', code: 'INVALID_CURRENCY' },
  { field: 'description', value: 'x'.repeat(501), code: 'DESCRIPTION_TOO_LONG' },
  { field: 'metadata', value: [], code: 'INVALID_PARAMETER' },
  { field: 'redirect_url', value: 'http://x.example', code: 'INVALID_URL' },
  { field: 'cancel_url', value: 'http://x.example', code: 'INVALID_URL' },
  { field: 'expiration_minutes', value: 4, code: 'INVALID_EXPIRATION' },
  { field: 'accepted_chains', value: ['x'], code: 'INVALID_CHAIN' },
  { field: 'accepted_tokens', value: ['x'], code: 'INVALID_TOKEN' },
  { field: 'customer_email', value: 'x', code: 'INVALID_EMAIL' },
  { field: 'reference_id', value: '', code: 'INVALID_PARAMETER' },
  { field: 'checkout_options', value: 'x', code: 'INVALID_PARAMETER' },
];

describe('POST /payments checks', () => {
  it.each(['amount', 'currency'])('names %s when it is missing or null', async (field) => {
    const { [field as 'amount']: _, ...rest } = minimal;
    const refusal = { code: 'MISSING_REQUIRED_FIELD', field };
    await expectRefused(service, rest, refusal);
    await expectRefused(service, { ...rest, [field]: null }, refusal);
  });

  it('names the first of several missing fields', async () => {
    await expectRefused(service, {}, { code: 'MISSING_REQUIRED_FIELD', field: 'amount' });
  });

  it('reports a missing field before any bad value', async () => {
    const bad = Object.fromEntries(badFields.map(({ field, value }) => [field, value]));
    const { currency: _, ...rest } = bad;
    await expectRefused(service, rest, { code: 'MISSING_REQUIRED_FIELD', field: 'currency' });
  });

  it.each(badFields)('reports $field before every field that follows it', async ({ field, code }) => {
    const from = badFields.findIndex((bad) => bad.field === field);
    // Sent in reverse: the order is the contract's, not the body's.
    for (const later of badFields.slice(from).reverse()) {
      const own = badFields[from];
      const body = { [later.field]: later.value, ...Object.fromEntries([[own?.field, own?.value]]) };
      await expectRefused(service, { ...minimal, ...body }, { code, field });
    }
  });

  it.each([
    [
      'a bad currency before an amount that is too small',
      { amount: '0.02', currency: 'XXX' },
      'INVALID_CURRENCY',
      'currency',
    ],
    [
      'an amount that is too small before a long description',
      { amount: '0.49', description: 'x'.repeat(501) },
      'AMOUNT_TOO_SMALL',
      'amount',
    ],
    [
      'an amount that is too large before a bad URL',
      { amount: '100000.01', cancel_url: 'x' },
      'AMOUNT_TOO_LARGE',
      'amount',
    ],
    [
      'too many keys before a bad URL',
      { metadata: { k: 'x'.repeat(501) }, redirect_url: 'x' },
      'METADATA_TOO_LARGE',
      'metadata.k',
    ],
    [
      'tokens that do not exist on the chains before a bad e-mail address',
      { accepted_chains: ['solana'], accepted_tokens: ['ETH'], customer_email: 'x' },
      'INVALID_TOKEN',
      'accepted_tokens',
    ],
    [
      'a bad locale before the conflict of 4.09',
      { amount: '4.09', checkout_options: { locale: 'x' } },
      'INVALID_PARAMETER',
      'checkout_options.locale',
    ],
  ])('reports %s', async (_name, fields, code, field) => {
    await expectRefused(service, { ...minimal, ...fields }, { code, field });
  });

  it('reports a bad value before a reference that is taken', async () => {
    await createPayment(service, { reference_id: 'taken-in-order' });
    const body = { ...minimal, reference_id: 'taken-in-order', checkout_options: 5 };
    await expectRefused(service, body, { code: 'INVALID_PARAMETER', field: 'checkout_options' });
  });
});

describe('POST /payments body', () => {
  it('takes null for every optional field as not supplied', async () => {
    const nulls = Object.fromEntries(badFields.slice(2).map(({ field }) => [field, null]));
    const plain = await createPayment(service);
    const payment = await createPayment(service, nulls);
    expect({ ...payment, payment_id: 0, checkout_url: 0, created_at: 0, expires_at: 0 }).toEqual({
      ...plain,
      payment_id: 0,
      checkout_url: 0,
      created_at: 0,
      expires_at: 0,
    });
  });

  it('ignores unknown fields, and fields only the service may set', async () => {
    const foreign = {
      status: 'completed',
      payment_id: 'pay_x',
      merchant_id: 'mer_x',
      tx_hash: '0x1',
      chain: 'base',
    };
    const payment = await createPayment(service, { ...foreign, nonsense: { a: [1, { b: null }] } });
    expect(payment).toMatchObject({ status: 'pending', payment_id: expect.stringMatching(/^pay_\w{26}$/) });
    expect(payment).not.toHaveProperty('nonsense');
    expect(await getPayment(service, payment.payment_id)).not.toHaveProperty('tx_hash');
  });

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const json = { 'content-type': 'application/json' };

  it.each([
    ['junk', {}, [201, 400]],
    ['junk', { 'idempotency-key': 'deep' }, [201, 400]],
    ['metadata', {}, [400, 422]],
    ['metadata', { 'idempotency-key': 'deep' }, [400, 422]],
  ])('is not brought down by 60,000 nested lists in %s with the headers %j', async (field, headers, good) => {
    const { status } = await service.call('POST', '/payments', {
      body: `{"amount":"10.00","currency":"USD","${field}":${nested(60_000)}}`,
      headers: { ...json, ...headers },
    });
    expect(good).toContain(status);
  });

  it.each([
    ['metadata', 'INVALID_PARAMETER'],
    ['accepted_chains', 'INVALID_CHAIN'],
    ['checkout_options', 'INVALID_PARAMETER'],
  ])('refuses nested lists in %s', async (field, code) => {
    const body = `{"amount":"10.00","currency":"USD","${field}":${nested(20)}}`;
    await expectRefused(service, body, { code, field }, { headers: json });
  });

  it.each([
    ['nothing', ''],
    ['text that is not JSON', '{"amount":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['a number', '5'],
    ['two documents', '{}{}'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('is INVALID_JSON when it is %s', async (_name, body) => {
    const headers = { 'content-type': 'application/json' };
    await expectRefused(service, body, { status: 400, code: 'INVALID_JSON' }, { headers });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'is INVALID_JSON when it says it is %s',
    async (type) => {
      const headers = { 'content-type': type };
      await expectRefused(
        service,
        JSON.stringify(minimal),
        { status: 400, code: 'INVALID_JSON' },
        { headers },
      );
    },
  );
});
