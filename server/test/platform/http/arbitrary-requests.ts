import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestService } from '../../support/service.ts';
import type { Route } from './openapi-document.ts';
import { expectEnvelope } from './refusal.ts';

export interface ArbitraryRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  requestId: string | undefined;
  isFile: boolean;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** node:http, because fetch keeps some headers and methods to itself. */
export function send(url: string, { method, path, headers, body }: ArbitraryRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
      response.toArray().then((chunks) => {
        const requestId = response.headers['x-request-id'];
        resolve({
          status: response.statusCode ?? 0,
          requestId: [requestId].flat()[0],
          isFile: response.headers['content-type']?.startsWith('text/csv') ?? false,
          text: Buffer.concat(chunks).toString(),
        });
      }, reject);
    });
    sent.on('error', reject).end(body);
  });
}

async function storedRows(service: TestService): Promise<string> {
  const [row] = await service.ctx.db`
    select (select count(*) from payments) as payments, (select count(*) from idempotency_keys) as keys,
      (select count(*) from events) as events, (select count(*) from simulated_transactions) as transactions,
      (select count(*) from deposits) as deposits, (select count(*) from refunds) as refunds, (select count(*) from webhook_endpoints) as endpoints,
      (select count(*) from deliveries) as deliveries, (select count(*) from delivery_attempts) as attempts,
      (select count(*) from invoices) as invoices, (select count(*) from invoice_lines) as lines,
      (select sum(last_number) from invoice_counters) as numbers, (select count(*) from payment_links) as payment_links,
      (select count(*) from payment_link_payments) as link_payments, (select count(*) from emails) as emails`;
  return JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** What holds for every request there is: an answer below 500 in the envelope with an id; a refusal stores nothing. */
export async function expectCivil(service: TestService, asked: ArbitraryRequest): Promise<number> {
  const before = await storedRows(service);
  const { status, requestId, isFile, text } = await send(service.url, asked);
  expect(requestId).toMatch(/^req_[0-9a-z]{26}$/);
  expect(status).toBeLessThan(500);
  // Neither HEAD nor a preflight has a body. A file has no envelope, nor has what a facilitator of x402 answers.
  const isX402 = status === 200 && asked.path.startsWith('/api/v1/x402/');
  const bare = isFile || isX402 || asked.method === 'HEAD' || (asked.method === 'OPTIONS' && status === 204);
  if (!bare) expectEnvelope({ status, text, json: JSON.parse(text) });
  if (status >= 400) expect(await storedRows(service)).toBe(before);
  return status;
}

/** Characters a header value may hold: what node lets out and HTTP lets in. */
const headerText = fc
  .array(
    fc.constantFrom(
      ...Array.from({ length: 0xff - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).filter(
        (c) => c !== '\x7f',
      ),
    ),
    {
      maxLength: 60,
    },
  )
  .map((chars) => chars.join(''));

/** Not those that say where one request ends and the next begins, nor Host and Expect: a raw socket tries them. */
const headerName = fc.oneof(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'content-encoding',
    'cookie',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'origin',
    'range',
    'referer',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-http-method-override',
    'x-request-id',
    'access-control-request-method',
  ),
  fc.stringMatching(/^x-[a-z0-9!#$%&'*+.^_`|~-]{1,20}$/),
);

export const arbitraryHeaders = fc.dictionary(headerName, headerText, { maxKeys: 6 });

/** An id that is right, nearly right, or anything at all, as a part of a path. */
export const arbitraryId = (known: string) =>
  fc.oneof(
    fc.constant(known),
    fc.stringMatching(/^[0-9a-z]{26}$/).map((text) => known.replace(/_.*/, `_${text}`)),
    fc.integer({ min: 0, max: known.length - 1 }).map((at) => `${known.slice(0, at)}Z${known.slice(at + 1)}`),
    fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.stringMatching(/^[!-~]{0,40}$/).map((text) => text.replace(/[?#/]/g, '')),
  );

/** The route's path with every {id} filled in. */
export const pathOf = (route: Route, known: string) =>
  arbitraryId(known).map((id) => route.path.replace(/\{\w+\}/g, () => id));

/** A query of documented and other parameters, with values that are good, nearly good or neither. */
export const arbitraryQuery = (route: Route, known: string) => {
  const names = (route.operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
  const value = fc.oneof(
    fc.constantFrom(
      known,
      'pending',
      '1',
      '100',
      '0',
      '101',
      '-1',
      '2026-03-01T12:00:00Z',
      '2026-02-30',
      '',
      '9999-12-31',
    ),
    fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.date({ noInvalidDate: true }).map((date) => encodeURIComponent(date.toISOString())),
    arbitraryId(known),
  );
  const name = fc.oneof(
    fc.constantFrom('limit', '__proto__', 'x', ...names),
    fc.stringMatching(/^[a-z_[\]%.]{1,10}$/),
  );
  return fc
    .array(fc.tuple(name, value), { maxLength: 5 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
};
