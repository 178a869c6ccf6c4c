import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { WebhookHeaders } from '../src/webhooks/received.ts';
import { WebhookVerificationError } from '../src/webhooks/webhook-error.ts';
import type { WebhookEvent } from '../src/webhooks/webhook-event.ts';
import { webhooks } from '../src/webhooks/webhooks.ts';
import { rejection } from './support.ts';

const secret = `whsec_${btoa('a secret of thirty-two bytes.....')}`;
const other = `whsec_${btoa('another secret of the same length')}`;
const event: WebhookEvent = {
  id: 'evt_1',
  type: 'payment.expired',
  created_at: '2026-03-01T12:00:00.000Z',
  data: {
    payment_id: 'pay_1',
    status: 'expired',
    amount: '10.00',
    currency: 'USD',
    metadata: { name: 'Zoë 🚀' },
    reference_id: null,
    expires_at: '2026-03-01T12:00:00.000Z',
    created_at: '2026-03-01T11:30:00.000Z',
  },
};
const body = JSON.stringify(event);
const at = new Date('2026-03-01T12:00:00.000Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);

/** The delivery with only the `x-service-…` headers, or only the Standard Webhooks headers. */
async function headersOf(
  kind: 'both' | 'contract' | 'standard',
  signedAt = at,
): Promise<Record<string, string>> {
  const { headers } = await webhooks.sign(event, secret, { at: signedAt });
  const start = kind === 'contract' ? 'x-service-' : kind === 'standard' ? 'webhook-' : '';
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(start)));
}

async function refusal(
  given: { rawBody?: unknown; headers?: WebhookHeaders; secret?: string | string[]; now?: Date } = {},
): Promise<WebhookVerificationError> {
  const { rawBody = body, headers = await headersOf('both'), now = at } = given;
  const error = await rejection(webhooks.verify(rawBody as string, headers, given.secret ?? secret, { now }));
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error as WebhookVerificationError;
}

describe('webhooks.sign', () => {
  it('creates X-Service-Signature and a Standard Webhooks signature', async () => {
    const signed = await webhooks.sign(event, secret);
    expect(signed.body).toBe(body);
    expect(signed.headers['x-service-signature']).toBe(
      createHmac('sha256', secret).update(body).digest('hex'),
    );
    expect(new Webhook(secret).verify(signed.body, signed.headers)).toEqual(event);
  });
});

describe.each(['both', 'contract', 'standard'] as const)('a delivery with %s headers', (kind) => {
  it('is accepted as text or bytes, with headers in every form', async () => {
    const headers = await headersOf(kind);
    const upperCase = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const bytes = new TextEncoder().encode(body);
    for (const form of [headers, upperCase, lists, new Headers(headers), new Map(Object.entries(headers))]) {
      expect(await webhooks.verify(body, form, secret, { now: at })).toEqual(event);
    }
    for (const raw of [bytes, Buffer.from(body), bytes.buffer]) {
      expect(await webhooks.verify(raw, headers, secret, { now: at })).toEqual(event);
    }
  });

  it('is rejected with a body that was changed, truncated or serialized again', async () => {
    const headers = await headersOf(kind);
    for (const rawBody of [
      body.replace('10.00', '99.00'),
      body.slice(0, -1),
      '',
      JSON.stringify(event, null, 1),
    ]) {
      expect(await refusal({ rawBody, headers })).toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    }
  });

  it('is rejected with the wrong secret, and accepted when one of several is right', async () => {
    const headers = await headersOf(kind);
    expect(await refusal({ headers, secret: other })).toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    expect(await refusal({ headers, secret: [other, other] })).toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    expect(await webhooks.verify(body, headers, [other, secret], { now: at })).toEqual(event);
  });

  it('is accepted up to 300 seconds old or ahead; beyond, the error has both times', async () => {
    const headers = await headersOf(kind);
    for (const seconds of [-300, 300]) {
      expect(await webhooks.verify(body, headers, secret, { now: later(seconds) })).toEqual(event);
    }
    for (const [seconds, word] of [
      [-301, 'in the future'],
      [301, 'old'],
    ] as const) {
      const { code, message } = await refusal({ headers, now: later(seconds) });
      expect(code).toBe('TIMESTAMP_OUT_OF_TOLERANCE');
      expect(message).toContain(at.toISOString());
      expect(message).toContain(later(seconds).toISOString());
      expect(message).toContain(`301 seconds ${word}`);
    }
  });

  it('is rejected when a header is missing, with its name', async () => {
    const headers = await headersOf(kind);
    for (const name of Object.keys(headers)) {
      if (!/signature|timestamp|webhook-id/.test(name)) continue;
      if (kind === 'both' && name === 'x-service-signature') continue;
      const { code, message } = await refusal({ headers: { ...headers, [name]: '' } });
      expect(code).toBe('MISSING_HEADER');
      expect(message).toContain(name);
    }
  });
});

describe('webhooks.verify', () => {
  it('checks every signature: a valid one does not excuse a forged one', async () => {
    const headers = await headersOf('both');
    const old = await headersOf('both', later(-3600));
    const forged = [
      { ...headers, 'x-service-signature': '0'.repeat(64) },
      { ...headers, 'webhook-signature': `v1,${btoa('0'.repeat(32))}` },
      // A replayed delivery with a new timestamp: only the signature over the timestamp detects it.
      {
        ...old,
        'x-service-timestamp': headers['x-service-timestamp'],
        'webhook-timestamp': headers['webhook-timestamp'],
      },
    ];
    for (const one of forged)
      expect(await refusal({ headers: one })).toMatchObject({ code: 'SIGNATURE_MISMATCH' });
  });

  it('rejects unsigned timestamps with requireSignedTimestamp', async () => {
    const options = { now: at, requireSignedTimestamp: true };
    const contract = await headersOf('contract');
    expect(await rejection(webhooks.verify(body, contract, secret, options))).toMatchObject({
      code: 'MISSING_HEADER',
    });
    expect(await webhooks.verify(body, await headersOf('both'), secret, options)).toEqual(event);
  });

  it('rejects an invalid timestamp', async () => {
    const headers = await headersOf('contract');
    for (const timestamp of ['soon', '-1', '1e9', 'NaN', '9'.repeat(30)]) {
      const error = await refusal({ headers: { ...headers, 'x-service-timestamp': timestamp } });
      expect(error).toMatchObject({ code: 'TIMESTAMP_OUT_OF_TOLERANCE' });
    }
  });

  it('explains how to get the raw body when it is given a parsed one', async () => {
    for (const rawBody of [event, undefined, null, 5]) {
      const { code, message } = await refusal({ rawBody: rawBody ?? Object(rawBody) });
      expect(code).toBe('BODY_NOT_RAW');
      expect(message).toContain('express.raw');
      expect(message).toContain('request.text()');
    }
  });

  it('reports a body that does not match Content-Length', async () => {
    const headers = { ...(await headersOf('both')), 'content-length': String(Buffer.byteLength(body)) };
    const { code, message } = await refusal({ rawBody: body.slice(0, 40), headers });
    expect(code).toBe('SIGNATURE_MISMATCH');
    expect(message).toContain('The body has 40 bytes');
  });

  it('reports a valid event of an unknown type, with the event', async () => {
    const future = { ...event, type: 'payment.disputed' };
    const { body: rawBody, headers } = await webhooks.sign(JSON.stringify(future), secret, { at });
    const error = await refusal({ rawBody, headers });
    expect(error).toMatchObject({ code: 'UNKNOWN_EVENT_TYPE', event: future });
    expect(error.message).toContain('"payment.disputed"');
    expect(error.message).toContain('Respond with 200');
    for (const type of ['constructor', '__proto__', 'toString']) {
      const odd = await webhooks.sign(JSON.stringify({ ...event, type }), secret, { at });
      expect(await refusal({ rawBody: odd.body, headers: odd.headers })).toMatchObject({
        code: 'UNKNOWN_EVENT_TYPE',
      });
    }
  });

  it('rejects a signed body that is not an event', async () => {
    for (const text of ['', 'null', '[]', '{}', '{"id":1}', '"event"', '{"id":"evt_1"']) {
      const { body: rawBody, headers } = await webhooks.sign(text, secret, { at });
      expect(await refusal({ rawBody, headers })).toMatchObject({ code: 'INVALID_BODY' });
    }
  });

  it('rejects an invalid secret before anything else', async () => {
    for (const wrong of ['', 'svc_test_abc', 'whsec_', 'whsec_***', []]) {
      expect(await refusal({ secret: wrong })).toMatchObject({ code: 'INVALID_SECRET' });
    }
  });
});
