import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { contentErrors } from '../payment/schema.ts';
import {
  createButtonBody,
  createButtonPaymentBody,
  named,
  toButton,
  toButtonPayment,
  toPublicButton,
  updateButtonBody,
} from './button-schema.ts';
import { fieldChecks } from './content.ts';
import { createButtonPayment, getButtonPayment } from './pay-button.ts';
import { changeLink, createLink, getLink, listLinks } from './payment-links.ts';
import { listLinksQuery } from './schema.ts';

const tags = ['Buttons'];
const buttonParams = Type.Object({ button_id: Type.String() });
const paymentParams = Type.Object({ button_id: Type.String(), payment_id: Type.String() });
type ById = { Params: { button_id: string } };
type PaymentById = { Params: { button_id: string; payment_id: string } };

const unknownButton: ErrorCode[] = ['BUTTON_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'];

/** Longer than any origin with a valid host name. */
const maxOriginLength = 300;

export function buttonRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    changeRoutes(api, ctx);
    readRoutes(api, ctx);
    paymentRoutes(api, ctx);
  };
}

function changeRoutes(api: FastifyInstance, ctx: Context): void {
  api.post(
    '/buttons',
    {
      config: { permission: 'buttons.write' },
      schema: {
        operationId: 'createButton',
        summary: 'Create a payment button for your website',
        tags,
        headers: idempotencyHeaders,
        body: createButtonBody,
        response: answers({ status: 201, data: named.button }, [...bodyErrors, ...contentErrors]),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const body = parseBody(createButtonBody, request.body, fieldChecks(ctx, caller, 'button'));
      const button = await createLink(ctx, caller, 'button', body, claimOf(request, 201), toButton);
      return reply.code(201).send(ok(button));
    },
  );

  api.patch<ById>(
    '/buttons/:button_id',
    {
      config: { permission: 'buttons.write' },
      schema: {
        operationId: 'updateButton',
        summary: 'Update a button, or turn it on or off',
        description:
          'Only the fields you send change. `null` clears a field; clearing `accepted_chains` or `accepted_tokens` ' +
          'accepts all. `status`, `name`, `amount` and `currency` cannot be cleared: `null` leaves them unchanged. ' +
          'Existing payments keep their price.',
        tags,
        params: buttonParams,
        body: updateButtonBody,
        response: answers({ status: 200, data: named.button }, [
          'INVALID_JSON',
          'PAYLOAD_TOO_LARGE',
          'INVALID_PARAMETER',
          ...contentErrors,
          ...unknownButton,
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const body = parseBody(updateButtonBody, request.body, fieldChecks(ctx, caller, 'button'));
      return ok(toButton(await changeLink(ctx, caller, 'button', request.params.button_id, body)));
    },
  );
}

function readRoutes(api: FastifyInstance, ctx: Context): void {
  api.get<ById>(
    '/buttons/:button_id',
    {
      config: { permission: 'buttons.read', publishableKeys: true },
      schema: {
        operationId: 'getButton',
        summary: 'Get a button',
        description: 'Also accepts a publishable key, which returns only the public fields.',
        tags,
        params: buttonParams,
        response: answers({ status: 200, data: [named.button, named.publicButton] }, unknownButton),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const row = await getLink(ctx.db, caller, 'button', request.params.button_id);
      return ok(caller.kind === 'publishable' ? toPublicButton(row) : toButton(row));
    },
  );

  api.get(
    '/buttons',
    {
      config: { permission: 'buttons.read' },
      schema: {
        operationId: 'listButtons',
        summary: 'List buttons, newest first',
        tags,
        querystring: listLinksQuery,
        response: answers({ status: 200, data: named.button, list: true }, [
          'INVALID_PARAMETER',
          ...unknownButton,
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listLinksQuery, request.query);
      const { rows, hasMore } = await listLinks(ctx, callerOf(request), 'button', query);
      return page(rows.map(toButton), hasMore);
    },
  );
}

function paymentRoutes(api: FastifyInstance, ctx: Context): void {
  api.post<ById>(
    '/buttons/:button_id/payments',
    {
      config: { permission: 'payments.write', publishableKeys: true },
      schema: {
        operationId: 'createButtonPayment',
        summary: "Create a payment at the button's price",
        description: 'Also accepts a publishable key. The body is optional; unknown fields are ignored.',
        tags,
        params: buttonParams,
        headers: idempotencyHeaders,
        body: createButtonPaymentBody,
        response: answers({ status: 201, data: named.buttonPayment }, [
          ...bodyErrors,
          'INVALID_EMAIL',
          'AMOUNT_TOO_SMALL',
          'AMOUNT_TOO_LARGE',
          'INVALID_TOKEN',
          ...unknownButton,
          'BUTTON_INACTIVE',
          'DUPLICATE_REFERENCE',
        ]),
      },
    },
    async (request, reply) => {
      const body = parseBody(createButtonPaymentBody, request.body === undefined ? {} : request.body);
      const input = { ...body, openerOrigin: openerOriginOf(request) };
      const { button_id } = request.params;
      const payment = await createButtonPayment(
        ctx,
        callerOf(request),
        button_id,
        input,
        claimOf(request, 201),
      );
      return reply.code(201).send(ok(payment));
    },
  );

  api.get<PaymentById>(
    '/buttons/:button_id/payments/:payment_id',
    {
      config: { permission: 'payments.read', publishableKeys: true },
      schema: {
        operationId: 'getButtonPayment',
        summary: 'Get the public state of a payment created from a button',
        description: 'Also accepts a publishable key.',
        tags,
        params: paymentParams,
        response: answers({ status: 200, data: named.buttonPayment }, [
          ...unknownButton,
          'PAYMENT_NOT_FOUND',
        ]),
      },
    },
    async (request) => {
      const { button_id, payment_id } = request.params;
      const row = await getButtonPayment(ctx, callerOf(request), button_id, payment_id);
      return ok(toButtonPayment(row, button_id, ctx.config.publicUrl));
    },
  );
}

/** Scripts cannot forge the Origin header. Only http(s) origins count, because the checkout posts messages to it. */
function openerOriginOf(request: FastifyRequest): string | null {
  const { origin } = request.headers;
  if (origin === undefined || origin.length > maxOriginLength || !/^https?:/.test(origin)) return null;
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : null;
}
