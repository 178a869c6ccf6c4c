import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../scripts/openapi.ts';
import { apiWords } from '../../../src/app/api-words.ts';
import { type ErrorCode, errorCatalogue } from '../../../src/lib/errors.ts';
import { payInvoice } from '../../../src/payments/invoices/pay-invoice.ts';
import { hasWords } from '../../../src/platform/http/schema/describe-document.ts';
import { call } from '../../support/call.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { documentedRoutes, mismatches, type Route, responseSchema } from './openapi-document.ts';

type Described = Parameters<typeof hasWords>[0];

let service: TestService;
let routes: Route[];
/** Method and path of every route below /api/v1 that the app was given, from the framework itself. */
const registered = new Set<string>();

beforeAll(async () => {
  const noteRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema }) => {
      if (schema && 'hide' in schema && schema.hide) return;
      for (const one of [method].flat()) if (one !== 'HEAD') registered.add(`${one} ${url}`);
    });
  };
  subscribe('fastify.initialization', noteRoutes);
  service = await startTestService();
  unsubscribe('fastify.initialization', noteRoutes);
  routes = await documentedRoutes(service);
});
afterAll(() => service.stop());

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, served without a key', async () => {
    const answer = await call(`${service.url}/api/v1/openapi.json`, 'GET');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.json).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { title: 'Causeway API' },
    });
    expect(answer.json.security).toEqual([{ key: [] }]);
    expect(answer.json.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('is the file that is committed, and so is the one of the dashboard: run "npm run generate" when this fails', async () => {
    const committed = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
    const { api, dashboard } = await openApiDocuments();
    expect(api).toBe(committed('docs/openapi.json'));
    expect(dashboard).toBe(committed('web/dashboard/generated/openapi.json'));
  });

  it('lists every route registered below /api/v1, and no other', () => {
    const listed = routes.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    expect(listed.sort()).toEqual([...registered].filter((route) => route.includes(' /api/v1/')).sort());
    expect(listed).toContain('POST /api/v1/payments');
  });

  it('names each operation once, and every id of a path as a required parameter', () => {
    const names = routes.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { path, operation } of routes) {
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const inPath = (operation.parameters ?? []).filter(
        (parameter) => parameter.in === 'path' && parameter.required,
      );
      expect(inPath.map(({ name }) => name)).toEqual(ids);
    }
  });

  it('documents for each route errors of the catalogue alone, each under its status', () => {
    for (const { operation } of routes) {
      const statuses = Object.keys(operation.responses).map(Number);
      // 202: a second member was asked, see docs/dashboard.md.
      expect(statuses.filter((status) => status < 300 && status !== 202)).toHaveLength(1);
      for (const status of statuses.filter((code) => code >= 400)) {
        const codes = operation.responses[status]?.description.split(', ') ?? [];
        expect(codes.length, `${operation.operationId} ${status}`).toBeGreaterThan(0);
        for (const code of codes) expect(errorCatalogue[code as ErrorCode]?.status, code).toBe(status);
      }
      expect(statuses).toEqual(expect.arrayContaining([401, 403, 429, 500, 503]));
    }
  });

  it('takes an Idempotency-Key on every POST and on nothing else', () => {
    for (const { method, operation } of routes) {
      const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
      expect(headers.map(({ name }) => name.toLowerCase())).toEqual(
        method === 'POST' ? ['idempotency-key'] : [],
      );
    }
  });

  it('describes every operation, parameter, schema and field', async () => {
    const document = (await call(`${service.url}/api/v1/openapi.json`, 'GET')).json;
    const without: string[] = [];
    const look = (schema: Described, place: string) => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        if (!hasWords(field)) without.push(`${place}.${name}`);
        look(field, `${place}.${name}`);
      }
      for (const part of [schema.items, ...(schema.anyOf ?? [])]) if (part) look(part, place);
    };
    for (const [name, schema] of Object.entries<Described>(document.components.schemas)) {
      if (!hasWords(schema)) without.push(name);
      look(schema, name);
    }
    for (const { operation } of routes) {
      const { operationId, summary, parameters = [], requestBody } = operation;
      if (!summary) without.push(operationId);
      for (const parameter of parameters)
        if (!parameter.description && !hasWords(parameter.schema))
          without.push(`${operationId} ${parameter.name}`);
      for (const { schema } of Object.values(requestBody?.content ?? {})) look(schema, operationId);
    }
    expect(without, 'add a description to its schema, or to app/api-words.ts').toEqual([]);
    expect(document.info.license).toMatchObject({ identifier: 'MIT' });
  });

  it('uses each of the words that are kept for it', async () => {
    const { text } = await call(`${service.url}/api/v1/openapi.json`, 'GET');
    const unused = Object.entries(apiWords).filter(([, words]) => !text.includes(JSON.stringify(words)));
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  it('documents the headers of a success, and how long to wait after a 429', () => {
    const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'];
    for (const { operation } of routes) {
      const success = operation.responses['200'] ?? operation.responses['201'];
      expect(Object.keys(success?.headers ?? {}).sort()).toEqual(names);
      expect(Object.keys(operation.responses['429']?.headers ?? {})).toContain('Retry-After');
    }
  });
});

describe('real answers are as documented', () => {
  async function expectDocumented(
    operationId: string,
    path: string,
    options: Parameters<TestService['call']>[2] = {},
  ) {
    const route = routes.find(({ operation }) => operation.operationId === operationId);
    if (!route) throw new Error(`no operation ${operationId}`);
    const answer = await service.call(route.method, path, options);
    expect(mismatches(responseSchema(route.operation, answer.status), answer.json), answer.text).toEqual([]);
    const { code } = answer.json.error ?? {};
    if (code) expect(route.operation.responses[answer.status]?.description.split(', ')).toContain(code);
    return answer;
  }
  const full = {
    amount: '10.00',
    currency: 'EUR',
    description: 'Two tickets',
    metadata: { a: 'x', n: 1.5, yes: true },
    redirect_url: 'https://shop.example/',
    accepted_chains: ['base'],
    customer_email: 'ada@example.com',
    reference_id: 'order-1',
  };

  it('successes, before and after a transaction', async () => {
    const minimal = await expectDocumented('createPayment', '/payments', {
      body: { amount: '10', currency: 'USD' },
    });
    const created = await expectDocumented('createPayment', '/payments', { body: full });
    expect([minimal.status, created.status]).toEqual([201, 201]);
    const path = `/payments/${created.json.data.payment_id}`;
    await expectDocumented('getPayment', path);
    const done = await expectDocumented('simulatePayment', `${path}/simulate`, {
      body: { outcome: 'complete' },
    });
    expect(done.json.data).toMatchObject({ status: 'completed', chain: 'base' });
    await expectDocumented('getPayment', path);
    expect((await expectDocumented('listPayments', '/payments')).json.data).toHaveLength(2);
  });

  it('successes of invoices, in every state', async () => {
    const line_items = [{ description: 'Hours', quantity: 1.5, unit_price: '80.00' }];
    const body = {
      currency: 'USD',
      line_items,
      customer_email: 'ada@example.com',
      metadata: { a: 'x', n: 1.5 },
    };
    const draft = await expectDocumented('createInvoice', '/invoices', { body });
    const sent = await expectDocumented('createInvoice', '/invoices', {
      body: { ...body, send_email: true },
    });
    expect([draft.json.data.status, sent.json.data.status]).toEqual(['draft', 'open']);
    const path = `/invoices/${draft.json.data.invoice_id}`;
    await expectDocumented('updateInvoice', path, { body: { memo: 'Hi', customer_name: null } });
    await expectDocumented('finalizeInvoice', `${path}/finalize`, { body: { send_email: true } });
    await expectDocumented('sendInvoice', `${path}/send`);
    await expectDocumented('voidInvoice', `${path}/void`);
    expect((await expectDocumented('getInvoice', path)).json.data).toHaveProperty('voided_at');
    const { payment_id } = await payInvoice(service.ctx, sent.json.data.invoice_id);
    await service.call('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'complete' } });
    const paid = await expectDocumented('getInvoice', `/invoices/${sent.json.data.invoice_id}`);
    expect(paid.json.data).toMatchObject({ status: 'paid', payment_id });
    expect((await expectDocumented('listInvoices', '/invoices')).json.data).toHaveLength(2);
    for (const action of ['finalize', 'void', 'send'])
      expect((await expectDocumented(`${action}Invoice`, `${path}/${action}`)).status).toBe(409);
    expect((await expectDocumented('updateInvoice', path, { body: {} })).status).toBe(409);
  });

  it('successes of buttons, for the merchant and for a page', async () => {
    const body = { name: 'Two tickets', amount: '10', currency: 'USD', metadata: { a: 'x', n: 1.5 } };
    const { button_id } = (await expectDocumented('createButton', '/buttons', { body })).json.data;
    const path = `/buttons/${button_id}`;
    await expectDocumented('updateButton', path, { body: { expiration_minutes: 5, description: 'Two' } });
    expect((await expectDocumented('listButtons', '/buttons')).json.data).toHaveLength(1);
    for (const key of [service.testKey, service.publishableKey]) {
      await expectDocumented('getButton', path, { key });
      const made = await expectDocumented('createButtonPayment', `${path}/payments`, { key, body: {} });
      const { payment_id } = made.json.data;
      await expectDocumented('getButtonPayment', `${path}/payments/${payment_id}`, { key });
      await service.call('POST', `/payments/${payment_id}/simulate`, { body: { outcome: 'complete' } });
      const paid = await expectDocumented('getButtonPayment', `${path}/payments/${payment_id}`, { key });
      expect(paid.json.data.status).toBe('completed');
    }
    await expectDocumented('updateButton', path, { body: { status: 'inactive', amount: '4.09' } });
    expect((await expectDocumented('createButtonPayment', `${path}/payments`)).status).toBe(409);
    await expectDocumented('updateButton', path, { body: { status: 'active' } });
    expect((await expectDocumented('createButtonPayment', `${path}/payments`)).status).toBe(409);
  });

  it('successes of payment links', async () => {
    const body = { name: 'Donation', currency: 'USD', minimum_amount: '5', expires_at: '2099-01-01' };
    const made = await expectDocumented('createPaymentLink', '/payment_links', { body });
    const path = `/payment_links/${made.json.data.payment_link_id}`;
    await call(made.json.data.url.replace(service.ctx.config.publicUrl, service.url), 'POST', {
      body: 'amount=7.50',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await expectDocumented('getPaymentLink', path);
    expect((await expectDocumented('listPaymentLinks', '/payment_links')).json.data).toHaveLength(1);
    expect((await expectDocumented('listPaymentLinkPayments', `${path}/payments`)).json.data).toHaveLength(1);
    await expectDocumented('updatePaymentLink', path, { body: { status: 'inactive' } });
    expect((await expectDocumented('updatePaymentLink', path, { body: {} })).status).toBe(422);
  });

  it('refusals of every kind', async () => {
    const statuses: number[] = [];
    const refused = async (...args: Parameters<typeof expectDocumented>) => {
      statuses.push((await expectDocumented(...args)).status);
    };
    await refused('createPayment', '/payments', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    await refused('createPayment', '/payments', { key: null, body: full });
    await refused('createPayment', '/payments', { key: service.publishableKey, body: full });
    await refused('createPayment', '/payments', { body: { ...full, amount: 7 } });
    await refused('createPayment', '/payments', { body: { ...full, amount: '4.09' } });
    await refused('createPayment', '/payments', {
      key: service.liveKey,
      body: { amount: '10', currency: 'USD' },
    });
    await refused('getPayment', '/payments/pay_x');
    await refused('listPayments', '/payments?limit=0');
    await refused('simulatePayment', '/payments/pay_x/simulate', { body: { outcome: 'fail' } });
    expect(statuses).toEqual([400, 401, 403, 422, 409, 503, 404, 422, 404]);
  });
});
