import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { assertInFuture } from './content.ts';
import { createInvoice, getInvoice, listInvoices, updateInvoice } from './invoices.ts';
import { finalizeInvoice, sendInvoice, voidInvoice } from './lifecycle.ts';
import {
  createInvoiceBody,
  finalizeInvoiceBody,
  listInvoicesQuery,
  named,
  toInvoice,
  toInvoiceListItem,
  updateInvoiceBody,
} from './schema.ts';

const tags = ['Invoices'];
const invoiceParams = Type.Object({ invoice_id: Type.String() });
type ById = { Params: { invoice_id: string } };

const mailErrors: ErrorCode[] = ['EMAIL_NOT_VERIFIED', 'EMAIL_LIMIT_EXCEEDED'];
const unknownInvoice: ErrorCode[] = ['INVOICE_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'];
const ended: ErrorCode[] = ['INVOICE_ALREADY_PAID', 'INVOICE_ALREADY_VOID'];
const contentErrors: ErrorCode[] = [
  'INVALID_CURRENCY',
  'INVALID_LINE_ITEMS',
  'DESCRIPTION_TOO_LONG',
  'INVALID_AMOUNT',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'INVALID_EMAIL',
  'INVALID_DUE_DATE',
  'INVALID_TAX_RATE',
  'METADATA_TOO_LARGE',
  'INVALID_CHAIN',
  'INVALID_TOKEN',
];

export function invoiceRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    draftRoutes(api, ctx);
    readRoutes(api, ctx);
    lifecycleRoutes(api, ctx);
  };
}

/** Runs with the field checks, so that errors are reported in field order. */
function fieldChecks(ctx: Context) {
  return {
    due_date: ({ due_date }: { due_date?: string | null }) => {
      if (due_date) assertInFuture(ctx.clock.now(), due_date);
    },
  };
}

function draftRoutes(api: FastifyInstance, ctx: Context): void {
  api.post(
    '/invoices',
    {
      config: { permission: 'invoices.write' },
      schema: {
        operationId: 'createInvoice',
        summary: 'Create a draft invoice, or an open one that is e-mailed with `send_email`',
        tags,
        headers: idempotencyHeaders,
        body: createInvoiceBody,
        response: answers({ status: 201, data: named.invoice }, [
          ...bodyErrors,
          ...contentErrors,
          ...mailErrors,
        ]),
      },
    },
    async (request, reply) => {
      const body = parseBody(createInvoiceBody, request.body, fieldChecks(ctx), (given) =>
        given['send_email'] === true ? ['customer_email'] : [],
      );
      return reply
        .code(201)
        .send(ok(await createInvoice(ctx, callerOf(request), body, claimOf(request, 201))));
    },
  );

  api.patch<ById>(
    '/invoices/:invoice_id',
    {
      config: { permission: 'invoices.write' },
      schema: {
        operationId: 'updateInvoice',
        summary: 'Update a draft invoice',
        description:
          'Only the fields you send change; totals are recalculated. `null` resets a field: `due_date` to 30 days from ' +
          'today, `tax_rate` to 0.00, `accepted_chains` and `accepted_tokens` to all, `invoice_number` to a generated ' +
          'number. `currency` and `line_items` cannot be reset: `null` leaves them unchanged.',
        tags,
        params: invoiceParams,
        body: updateInvoiceBody,
        response: answers({ status: 200, data: named.invoice }, [
          'INVALID_JSON',
          'PAYLOAD_TOO_LARGE',
          'MISSING_REQUIRED_FIELD',
          'INVALID_PARAMETER',
          ...contentErrors,
          ...unknownInvoice,
          'INVOICE_NOT_EDITABLE',
        ]),
      },
    },
    async (request) => {
      const body = parseBody(updateInvoiceBody, request.body, fieldChecks(ctx));
      return ok(await updateInvoice(ctx, callerOf(request), request.params.invoice_id, body));
    },
  );
}

function readRoutes(api: FastifyInstance, ctx: Context): void {
  api.get<ById>(
    '/invoices/:invoice_id',
    {
      config: { permission: 'invoices.read' },
      schema: {
        operationId: 'getInvoice',
        summary: 'Get an invoice',
        tags,
        params: invoiceParams,
        response: answers({ status: 200, data: named.invoice }, unknownInvoice),
      },
    },
    async (request) => {
      const row = await getInvoice(ctx, callerOf(request), request.params.invoice_id);
      return ok(toInvoice(row, ctx.config.publicUrl));
    },
  );

  api.get(
    '/invoices',
    {
      config: { permission: 'invoices.read' },
      schema: {
        operationId: 'listInvoices',
        summary: 'List invoices, newest first',
        tags,
        querystring: listInvoicesQuery,
        response: answers({ status: 200, data: named.invoiceListItem, list: true }, [
          'INVALID_PARAMETER',
          ...unknownInvoice,
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listInvoicesQuery, request.query);
      const { rows, hasMore } = await listInvoices(ctx, callerOf(request), query);
      return page(rows.map(toInvoiceListItem), hasMore);
    },
  );
}

function lifecycleRoutes(api: FastifyInstance, ctx: Context): void {
  api.post<ById>(
    '/invoices/:invoice_id/finalize',
    {
      config: { permission: 'invoices.write' },
      schema: {
        operationId: 'finalizeInvoice',
        summary: 'Open a draft for payment; an open invoice cannot be changed',
        tags,
        params: invoiceParams,
        headers: idempotencyHeaders,
        body: finalizeInvoiceBody,
        response: answers({ status: 200, data: named.invoice }, [
          ...bodyErrors,
          'INVALID_DUE_DATE',
          ...unknownInvoice,
          'INVOICE_NOT_EDITABLE',
          ...ended,
          ...mailErrors,
        ]),
      },
    },
    async (request) => {
      const body = parseBody(finalizeInvoiceBody, request.body === undefined ? {} : request.body);
      const { invoice_id } = request.params;
      const send = body.send_email ?? false;
      return ok(await finalizeInvoice(ctx, callerOf(request), invoice_id, send, claimOf(request, 200)));
    },
  );

  api.post<ById>(
    '/invoices/:invoice_id/void',
    {
      config: { permission: 'invoices.write' },
      schema: {
        operationId: 'voidInvoice',
        summary: 'Void an open invoice; its pending payment expires',
        tags,
        params: invoiceParams,
        headers: idempotencyHeaders,
        response: answers({ status: 200, data: named.voidedInvoice }, [
          'IDEMPOTENCY_CONFLICT',
          'INVALID_PARAMETER',
          ...unknownInvoice,
          'INVOICE_NOT_OPEN',
          'INVOICE_PAYMENT_IN_PROGRESS',
          ...ended,
        ]),
      },
    },
    async (request) =>
      ok(await voidInvoice(ctx, callerOf(request), request.params.invoice_id, claimOf(request, 200))),
  );

  api.post<ById>(
    '/invoices/:invoice_id/send',
    {
      config: { permission: 'invoices.write' },
      schema: {
        operationId: 'sendInvoice',
        summary: 'E-mail an open invoice to its customer, also if it was sent before',
        tags,
        params: invoiceParams,
        headers: idempotencyHeaders,
        response: answers({ status: 200, data: named.invoice }, [
          'IDEMPOTENCY_CONFLICT',
          'MISSING_REQUIRED_FIELD',
          'INVALID_PARAMETER',
          ...unknownInvoice,
          'INVOICE_NOT_OPEN',
          ...ended,
          ...mailErrors,
        ]),
      },
    },
    async (request) =>
      ok(await sendInvoice(ctx, callerOf(request), request.params.invoice_id, claimOf(request, 200))),
  );
}
