import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { createPayment, expectFailure, expectRefused, minimal, unlimited } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterAll(() => service.stop());

const refused = (fields: object, code: string, field: string) =>
  expectRefused(service, { ...minimal, ...fields }, { code, field });

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

describe('POST /payments description', () => {
  it.each([
    ['no characters', ''],
    ['499 characters', 'x'.repeat(499)],
    ['500 characters', 'x'.repeat(500)],
    ['500 characters outside the basic plane', '😀'.repeat(500)],
    ['text that looks like an escape or like SQL', "\\u0000 \\ud800 '; drop table payments; -- {1,2}"],
    ['line breaks and right-to-left text', 'שלום\r\n\tworld'],
  ])('takes %s and gives them back', async (_name, description) => {
    expect((await createPayment(service, { description })).description).toBe(description);
  });

  it.each([
    ['501 characters', 'x'.repeat(501)],
    ['501 characters outside the basic plane', '😀'.repeat(501)],
  ])('refuses %s', async (_name, description) => {
    await refused({ description }, 'DESCRIPTION_TOO_LONG', 'description');
  });

  it.each([1, true, ['x'], { x: 1 }, 'a\u0000b', 'a\ud800b', '\udc00'])('refuses %j', async (description) => {
    await refused({ description }, 'INVALID_PARAMETER', 'description');
  });
});

describe('POST /payments metadata', () => {
  it.each([
    ['no keys', {}],
    ['20 keys', keys(20)],
    ['a value of 500 characters', { k: 'x'.repeat(500) }],
    ['a value of 500 characters outside the basic plane', { k: '😀'.repeat(500) }],
    ['an empty value', { k: '' }],
    ['text that looks like an escape', { '\\u0000': '\\ud800"\\' }],
    ['names that objects already have', { constructor: 'a', toString: 'b', hasOwnProperty: 'c' }],
  ])('takes %s', async (_name, metadata) => {
    expect((await createPayment(service, { metadata })).metadata).toEqual(metadata);
  });

  it.each([
    ['21 keys', keys(21), 'metadata'],
    ['a value of 501 characters', { k: 'x'.repeat(501) }, 'metadata.k'],
    ['a value of 501 characters outside the basic plane', { k: '😀'.repeat(501) }, 'metadata.k'],
  ])('refuses %s', async (_name, metadata, field) => {
    await refused({ metadata }, 'METADATA_TOO_LARGE', field);
  });

  it.each([
    ['a list', ['a'], 'metadata'],
    ['text', 'a=b', 'metadata'],
    ['a number', 5, 'metadata'],
    ['an object as a value', { k: { a: 1 } }, 'metadata.k'],
    ['a list as a value', { k: ['a'] }, 'metadata.k'],
    ['NUL in a value', { k: '\u0000' }, 'metadata.k'],
    ['NUL in a key', { 'k\u0000': 'v' }, 'metadata'],
    ['half a surrogate pair in a value', { k: '\ud800' }, 'metadata.k'],
    ['half a surrogate pair in a key', { '\ud800': 'v' }, 'metadata'],
  ])('refuses %s', async (_name, metadata, field) => {
    await refused({ metadata }, 'INVALID_PARAMETER', field);
  });
});

describe.each(['redirect_url', 'cancel_url'])('POST /payments %s', (field) => {
  it.each([
    'https://shop.example',
    'https://shop.example/thanks?order=1&x=%20#top',
    'https://shop.example:8443/a',
    'https://localhost/thanks',
    'https://192.0.2.1/thanks',
    'https://[2001:db8::1]/thanks',
    'https://münchen.example/ü',
    'http://localhost:3000/thanks?order=1',
    'http://127.0.0.1:8080',
    'http://[::1]/thanks',
    `https://shop.example/${'x'.repeat(2027)}`,
  ])('takes %s and gives it back as it was sent', async (url) => {
    expect((await createPayment(service, { [field]: url }))[field]).toBe(url);
  });

  it.each([
    '',
    'http://shop.example',
    'http://localhost.shop.example/',
    'http://localhost@shop.example/',
    'http://127.0.0.1.shop.example',
    'http://localhost:99999',
    'http://192.168.0.2/',
    'ftp://shop.example',
    'shop.example/thanks',
    '//shop.example',
    '/thanks',
    'https:',
    'https://',
    'https:///thanks',
    'https:shop.example',
    'https:/shop.example',
    'https:\\\\shop.example',
    'https://?x',
    'https://shop example',
    'https://shop.example/a b',
    ' https://shop.example',
    'https://shop.example\n',
    'https://shop.example:99999',
    'https://[::1',
    'javascript:alert(1)',
    'https://shop.example/\u0000',
    'https://shop.example/\ud800',
    `https://shop.example/${'x'.repeat(2028)}`,
    5,
    true,
    {},
    ['https://shop.example'],
  ])('refuses %j', async (url) => {
    await refused({ [field]: url }, 'INVALID_URL', field);
  });

  it("refuses the developer's machine in live mode", async () => {
    const body = { ...minimal, [field]: 'http://localhost:3000/thanks' };
    const answer = await service.call('POST', '/payments', { body, key: service.liveKey });
    expectFailure(answer, { code: 'INVALID_URL', field });
    expect(answer.json.error?.message).toBe(
      `${field} of a live payment must be a URL that starts with https://.`,
    );
  });
});

describe('POST /payments expiration_minutes', () => {
  it.each([
    [undefined, 30],
    [5, 5],
    [1440, 1440],
  ])('%s: the deadline is %i minutes after creation', async (minutes, expected) => {
    const payment = await createPayment(service, { expiration_minutes: minutes });
    expect(Date.parse(payment.expires_at) - Date.parse(payment.created_at)).toBe(expected * 60_000);
  });

  it.each([4, 1441, 0, -5, 5.5, '30', '', true, [30], {}])('refuses %j', async (minutes) => {
    await refused({ expiration_minutes: minutes }, 'INVALID_EXPIRATION', 'expiration_minutes');
  });
});

describe('POST /payments customer_email', () => {
  it.each([
    'ada@example.com',
    'ada.lovelace+shop@mail.example.co.uk',
    "o'brien@example.com",
    'jürgen@münchen.example',
    'a@xn--e1afmkfd.xn--p1ai',
    `${'a'.repeat(64)}@example.com`,
  ])('takes %s', async (email) => {
    expect((await createPayment(service, { customer_email: email })).customer_email).toBe(email);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@exam ple.com',
    'a da@example.com',
    'ada@example.com ',
    'ada@example.com\n',
    'ada@-example.com',
    'ada@example..com',
    'ada..b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,bob@example.com',
    'ada@example.com\u0000',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
    5,
    true,
    ['ada@example.com'],
    {},
  ])('refuses %j', async (email) => {
    await refused({ customer_email: email }, 'INVALID_EMAIL', 'customer_email');
  });
});

describe('POST /payments checkout_options', () => {
  it.each(['en', 'es', 'fr', 'de', 'ja', 'ko', 'zh'])(
    'keeps the locale %s for the checkout',
    async (locale) => {
      const { payment_id } = await createPayment(service, { checkout_options: { locale } });
      const [row] = await service.ctx.db`select locale from payments where payment_id = ${payment_id}`;
      expect(row?.['locale']).toBe(locale);
    },
  );

  it.each([{}, { locale: null }, { theme: 'dark' }])('takes %j as no locale', async (options) => {
    const { payment_id } = await createPayment(service, { checkout_options: options });
    const [row] = await service.ctx.db`select locale from payments where payment_id = ${payment_id}`;
    expect(row?.['locale']).toBeNull();
  });

  it.each(['EN', 'it', 'en-US', '', 5, ['en']])('refuses the locale %j', async (locale) => {
    await refused({ checkout_options: { locale } }, 'INVALID_PARAMETER', 'checkout_options.locale');
  });

  it.each(['en', ['en'], 5, true])('refuses %j, which is not an object', async (options) => {
    await refused({ checkout_options: options }, 'INVALID_PARAMETER', 'checkout_options');
  });
});

describe('fields that the API does not know', () => {
  const ask = (key: string | undefined, body: object) =>
    service.call('POST', '/payments', { ...(key ? { key } : {}), body: { ...minimal, ...body } });

  it('are named in a header with a test key', async () => {
    const misspelt = await ask(undefined, { refrence_id: 'order-7', 'a b': 1, descripton: 'x' });
    expect(misspelt.status).toBe(201);
    expect(misspelt.headers.get('x-ignored-fields')).toBe('refrence_id, descripton');
    const refused = await ask(undefined, { amount: 'ten', refrence_id: 'order-7' });
    expect(refused.status).toBe(422);
    expect(refused.headers.get('x-ignored-fields')).toBe('refrence_id');
  });

  it('are five at most, and none with a correct body or a live key', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`field_${index}`, index]));
    expect((await ask(undefined, many)).headers.get('x-ignored-fields')?.split(', ')).toHaveLength(5);
    expect((await ask(undefined, { reference_id: 'order-8' })).headers.get('x-ignored-fields')).toBeNull();
    expect((await ask(service.liveKey, many)).headers.get('x-ignored-fields')).toBeNull();
  });
});
