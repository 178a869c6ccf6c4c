import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../src/messages/webhooks/events.ts';
import { expectFailure, unlimited } from '../../payments/support.ts';
import { startTestService, type TestMerchant, type TestService } from '../../support/service.ts';
import { makeEndpoint, publicUrl, shownEndpoint } from './api-support.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startTestService({ requestsPerMinute: unlimited });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.createMerchant();
});

const good = { url: publicUrl, events: ['payment.completed'] };
const create = (body: unknown) => service.call('POST', '/webhooks/endpoints', { key: shop.testKey, body });
const make = (body = {}) => makeEndpoint(service, body, { key: shop.testKey });

async function expectRefused(body: unknown, refusal: Parameters<typeof expectFailure>[1]): Promise<void> {
  expectFailure(await create(body), refusal);
  const { json } = await service.call('GET', '/webhooks/endpoints', { key: shop.testKey });
  expect(json.data).toEqual([]);
}

describe('POST /webhooks/endpoints', () => {
  it('answers 201 with exactly the fields of an endpoint and its secret', async () => {
    const answer = await create({ ...good, description: 'Orders' });
    expect(answer.status).toBe(201);
    expect(answer.json.data).toEqual({
      endpoint_id: expect.stringMatching(/^we_[0-9a-z]{26}$/),
      url: publicUrl,
      events: ['payment.completed'],
      status: 'enabled',
      description: 'Orders',
      failing_since: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(Buffer.from(answer.json.data.secret.slice(6), 'base64')).toHaveLength(32);
  });

  it('shows the secret then and never again', async () => {
    const { endpoint_id, secret, ...rest } = await make();
    const listed = await service.call('GET', '/webhooks/endpoints', { key: shop.testKey });
    expect(listed.json.data).toEqual([{ endpoint_id, ...rest }]);
    const path = `/webhooks/endpoints/${endpoint_id}`;
    const changed = await service.call('PATCH', path, { key: shop.testKey, body: { description: 'x' } });
    const gone = await service.call('DELETE', path, { key: shop.testKey });
    for (const { text } of [listed, changed, gone]) {
      expect(text).not.toContain('whsec_');
      expect(text).not.toContain(secret.slice(6));
    }
  });

  it('gives every endpoint another secret, also two of the same URL', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => make()));
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(10);
    expect(new Set(made.map(({ endpoint_id }) => endpoint_id)).size).toBe(10);
  });

  it('keeps the URL as it was sent', async () => {
    const url = 'http://LOCALHOST:80/a/../b?x=%20&y=ü#part';
    expect((await make({ url })).url).toBe(url);
  });

  it('answers null for a description that was not supplied, or supplied as null', async () => {
    expect((await make()).description).toBeNull();
    expect((await make({ description: null })).description).toBeNull();
    expect((await make({ description: '' })).description).toBe('');
  });

  it('ignores fields it does not know, and those that are not the caller’s to set', async () => {
    const made = await make({ status: 'disabled', endpoint_id: 'we_x', secret: 'whsec_mine', x: 1 });
    expect(made.status).toBe('enabled');
    expect(made.endpoint_id).not.toBe('we_x');
    expect(made.secret).not.toBe('whsec_mine');
    expect(made).not.toHaveProperty('x');
  });

  it('is not for publishable keys', async () => {
    const answer = await service.call('POST', '/webhooks/endpoints', {
      key: shop.publishableKey,
      body: good,
    });
    expect([answer.status, answer.json.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  it.each(['url', 'events'])('needs %s, missing or null', async (field) => {
    const without = Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));
    await expectRefused(without, { code: 'MISSING_REQUIRED_FIELD', field });
    await expectRefused({ ...good, [field]: null }, { code: 'MISSING_REQUIRED_FIELD', field });
  });
});

describe('the selected events', () => {
  it.each([
    ['["*"] for all', ['*'], ['*']],
    ['every type by name', [...eventTypes], [...eventTypes]],
    ['one type', ['refund.failed'], ['refund.failed']],
    ['a type named twice, kept once', ['refund.failed', 'refund.failed'], ['refund.failed']],
    ['all and one more, which is all', ['refund.failed', '*'], ['*']],
  ])('may be %s', async (_name, events, kept) => {
    const made = await make({ events });
    expect(made.events).toEqual(kept);
    expect((await shownEndpoint(service, made.endpoint_id, shop.testKey)).events).toEqual(kept);
  });

  it.each([
    ['an empty list', []],
    ['an unknown type', ['payment.refunded']],
    ['an unknown type after a known one', ['payment.completed', 'nope']],
    ['a type in other case', ['Payment.Completed']],
    ['a type with a space', ['payment.completed ']],
    ['a pattern', ['payment.*']],
    ['a string', 'payment.completed'],
    ['a star alone', '*'],
    ['a number', 7],
    ['an object', { 0: 'payment.completed' }],
    ['a list of numbers', [1]],
    ['a list with null', [null]],
    ['a list in a list', [['payment.completed']]],
    ['51 names', Array.from({ length: 51 }, () => 'payment.completed')],
  ])('may not be %s', async (_name, events) => {
    await expectRefused({ ...good, events }, { code: 'INVALID_PARAMETER', field: 'events' });
  });
});

describe('the description', () => {
  it.each([
    ['letters', 'x'],
    ['characters outside the basic plane', '😀'],
  ])('takes 500 %s and not 501', async (_name, character) => {
    const refusal = { code: 'DESCRIPTION_TOO_LONG', field: 'description' };
    await expectRefused({ ...good, description: character.repeat(501) }, refusal);
    const longest = character.repeat(500);
    expect((await make({ description: longest })).description).toBe(longest);
  });

  it.each([1, true, ['x'], { text: 'x' }, 'nul \u0000'])('must be text: %j', async (description) => {
    await expectRefused({ ...good, description }, { code: 'INVALID_PARAMETER', field: 'description' });
  });
});
