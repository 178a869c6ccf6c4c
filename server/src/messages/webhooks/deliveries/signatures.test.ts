import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../lib/random.ts';
import { deliveryHeaders, generateSigningSecret, type Signed, signingKey } from './signatures.ts';

const random = createRandom();
const current = generateSigningSecret(random);
const previous = generateSigningSecret(random);

const body = '{"id":"evt_1","note":"é😀 \\u0000 ünïcode"}';

interface Changes extends Partial<Omit<Signed, 'body' | 'keys'>> {
  body?: string;
  secrets?: [string, ...string[]];
}

function signed({
  body: text = body,
  secrets = [current],
  ...changes
}: Changes = {}): Record<string, string> {
  const [first, ...others] = secrets;
  return deliveryHeaders({
    attemptId: 'att_1',
    eventId: 'evt_1',
    eventType: 'payment.completed',
    body: Buffer.from(text),
    keys: [signingKey(first), ...others.map(signingKey)],
    at: new Date(),
    ...changes,
  });
}

describe('a signing secret', () => {
  it('is whsec_ and base64 of 32 random bytes, different each time', () => {
    const secrets = Array.from({ length: 100 }, () => generateSigningSecret(random));
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(100);
  });
});

describe('the headers of an attempt', () => {
  it('carry the known signature of a known secret and body', () => {
    const secret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
    const headers = signed({ secrets: [secret], body: '{}', at: new Date(1_700_000_000_000) });
    // printf '{}' | openssl dgst -sha256 -hmac "$secret"
    expect(headers['x-service-signature']).toBe(
      '9685f45fa50a7f26f4bd72c1c033c551cb25cd0f0223387343c78b0869445f8f',
    );
    // printf 'evt_1.1700000000.{}' | openssl dgst -sha256 -mac hmac -macopt hexkey:00…00 -binary | base64
    expect(headers['webhook-signature']).toBe('v1,48roMzMozBa0y9GY6W+3OUs/G/ve9mXwQEyceR2g0tA=');
  });

  it('sign the raw body with the whole secret string, in lowercase hex', () => {
    const expected = createHmac('sha256', current).update(Buffer.from(body, 'utf8')).digest('hex');
    expect(signed()['x-service-signature']).toBe(expected);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are accepted by the Standard Webhooks library, and rejected when anything was changed', () => {
    const headers = signed();
    expect(new Webhook(current).verify(body, headers)).toMatchObject({ id: 'evt_1' });
    expect(() => new Webhook(previous).verify(body, headers)).toThrow();
    expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(current).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => new Webhook(current).verify(body, { ...headers, 'webhook-timestamp': later })).toThrow();
  });

  it('carry two signatures while a secret is being rotated, so that both secrets verify', () => {
    const headers = signed({ secrets: [current, previous] });
    const hex = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');
    expect(headers['x-service-signature']).toBe(hex(current));
    expect(headers['x-service-signature-previous']).toBe(hex(previous));
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [current, previous]) new Webhook(secret).verify(body, headers);
  });

  it('carry one signature, and no previous one, when there is one secret', () => {
    const headers = signed();
    expect(headers).not.toHaveProperty('x-service-signature-previous');
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('carry the time of the attempt in seconds, rounded down', () => {
    for (const ms of [0, 1, 999]) {
      const headers = signed({ at: new Date(1_700_000_000_000 + ms) });
      expect(headers['x-service-timestamp']).toBe('1700000000');
      expect(headers['webhook-timestamp']).toBe('1700000000');
    }
    expect(signed({ at: new Date(1_700_000_001_000) })['x-service-timestamp']).toBe('1700000001');
  });

  it('name the attempt, the event and its type', () => {
    expect(signed()).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'payment.completed',
      'x-service-delivery-id': 'att_1',
      'webhook-id': 'evt_1',
    });
  });
});
