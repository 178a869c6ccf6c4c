import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { assertSomeOption } from '../../chains/options.ts';
import type { Caller } from '../../lib/caller.ts';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import { fiatOf } from '../../lib/money.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { assertPayable } from '../payment/payments.ts';
import { changeButton, createButton, getButton, listButtons } from './buttons.ts';
import { createButtonPayment, getButtonPayment } from './pay-button.ts';
import {
  createButtonBody,
  createButtonPaymentBody,
  listButtonsQuery,
  named,
  toButton,
  toButtonPayment,
  toPublicButton,
  type UpdateButtonBody,
  updateButtonBody,
} from './schema.ts';

const tags = ['Buttons'];
const buttonParams = Type.Object({ button_id: Type.String() });
const paymentParams = Type.Object({ button_id: Type.String(), payment_id: Type.String() });
type ById = { Params: { button_id: string } };
type PaymentById = { Params: { button_id: string; payment_id: string } };

const unknownButton: ErrorCode[] = ['BUTTON_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'];
const contentErrors: ErrorCode[] = [
  'INVALID_AMOUNT',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'INVALID_CURRENCY',
  'DESCRIPTION_TOO_LONG',
  'METADATA_TOO_LARGE',
  'INVALID_URL',
  'INVALID_EXPIRATION',
  'INVALID_CHAIN',
  'INVALID_TOKEN',
];

/** Longer than any origin with a valid host name. */
const maxOriginLength = 300;

export function buttonRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    changeRoutes(api, ctx);
    readRoutes(api, ctx);
    paymentRoutes(api, ctx);
  };
}

/** Runs with the field checks, so that errors are reported in field order. */
function fieldChecks(ctx: Context, caller: Caller) {
  return {
    currency: ({ amount, currency }: UpdateButtonBody) => {
      if (amount === undefined || currency === undefined) return;
      const price = { amount_minor: fiatOf(amount), currency };
      assertPayable(ctx, caller, price, amount);
    },
    accepted_tokens: ({ accepted_chains, accepted_tokens }: UpdateButtonBody) =>
      assertSomeOption(accepted_chains ?? chainIds, accepted_tokens ?? tokens),
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
      const body = parseBody(createButtonBody, request.body, fieldChecks(ctx, caller));
      return reply.code(201).send(ok(await createButton(ctx, caller, body, claimOf(request, 201))));
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
      const body = parseBody(updateButtonBody, request.body, fieldChecks(ctx, caller));
      return ok(await changeButton(ctx, caller, request.params.button_id, body));
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
      const row = await getButton(ctx.db, caller, request.params.button_id);
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
        querystring: listButtonsQuery,
        response: answers({ status: 200, data: named.button, list: true }, [
          'INVALID_PARAMETER',
          ...unknownButton,
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listButtonsQuery, request.query);
      const { rows, hasMore } = await listButtons(ctx, callerOf(request), query);
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
      return ok(toButtonPayment(row, ctx.config.publicUrl));
    },
  );
}

/** Scripts cannot forge the Origin header. Only http(s) origins count, because the checkout posts messages to it. */
function openerOriginOf(request: FastifyRequest): string | null {
  const { origin } = request.headers;
  if (origin === undefined || origin.length > maxOriginLength || !/^https?:/.test(origin)) return null;
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : null;
}
