import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { assertSomeOption } from '../../chains/options.ts';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { namedPaymentListItem, toPaymentListItem } from '../payment/schema.ts';
import { assertAmounts } from './amounts.ts';
import {
  assertInFuture,
  assertMetadataRoom,
  changePaymentLink,
  createPaymentLink,
  getPaymentLink,
  listLinkPayments,
  listPaymentLinks,
} from './payment-links.ts';
import {
  type CreatePaymentLinkBody,
  createPaymentLinkBody,
  listLinkPaymentsQuery,
  listPaymentLinksQuery,
  named,
  toPaymentLinkListItem,
  updatePaymentLinkBody,
} from './schema.ts';

const tags = ['Payment links'];
const linkParams = Type.Object({ payment_link_id: Type.String() });
type ById = { Params: { payment_link_id: string } };

const unknownLink: ErrorCode[] = ['PAYMENT_LINK_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'];

export function paymentLinkRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    changeRoutes(api, ctx);
    readRoutes(api, ctx);
  };
}

function changeRoutes(api: FastifyInstance, ctx: Context): void {
  api.post(
    '/payment_links',
    {
      config: { permission: 'payments.write' },
      schema: {
        operationId: 'createPaymentLink',
        summary: 'Create a link that many customers can pay',
        description: 'With `amount`, every customer pays that amount. Without it, customers enter one.',
        tags,
        headers: idempotencyHeaders,
        body: createPaymentLinkBody,
        response: answers({ status: 201, data: named.paymentLink }, [
          ...bodyErrors,
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
        ]),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      // Run with each amount, so that errors are reported in field order.
      const checkAmounts = (checked: Partial<CreatePaymentLinkBody>) => assertAmounts(ctx, caller, checked);
      const body = parseBody(createPaymentLinkBody, request.body, {
        currency: checkAmounts,
        minimum_amount: checkAmounts,
        maximum_amount: checkAmounts,
        suggested_amount: checkAmounts,
        metadata: assertMetadataRoom,
        accepted_tokens: (checked) =>
          assertSomeOption(checked.accepted_chains ?? chainIds, checked.accepted_tokens ?? tokens),
        expires_at: (checked) => assertInFuture(ctx, checked),
      });
      const link = await createPaymentLink(ctx, caller, body, claimOf(request, 201));
      return reply.code(201).send(ok(link));
    },
  );

  api.patch<ById>(
    '/payment_links/:payment_link_id',
    {
      config: { permission: 'payments.write' },
      schema: {
        operationId: 'updatePaymentLink',
        summary: 'Turn a payment link on or off',
        description: 'Payments that were made from it before stay valid.',
        tags,
        params: linkParams,
        body: updatePaymentLinkBody,
        response: answers({ status: 200, data: named.paymentLink }, [
          'INVALID_JSON',
          'PAYLOAD_TOO_LARGE',
          'MISSING_REQUIRED_FIELD',
          'INVALID_PARAMETER',
          ...unknownLink,
        ]),
      },
    },
    async (request) => {
      const { status } = parseBody(updatePaymentLinkBody, request.body);
      return ok(await changePaymentLink(ctx, callerOf(request), request.params.payment_link_id, status));
    },
  );
}

function readRoutes(api: FastifyInstance, ctx: Context): void {
  api.get<ById>(
    '/payment_links/:payment_link_id',
    {
      config: { permission: 'payments.read' },
      schema: {
        operationId: 'getPaymentLink',
        summary: 'Get a payment link',
        tags,
        params: linkParams,
        response: answers({ status: 200, data: named.paymentLink }, unknownLink),
      },
    },
    async (request) => ok(await getPaymentLink(ctx, callerOf(request), request.params.payment_link_id)),
  );

  api.get(
    '/payment_links',
    {
      config: { permission: 'payments.read' },
      schema: {
        operationId: 'listPaymentLinks',
        summary: 'List payment links, newest first',
        tags,
        querystring: listPaymentLinksQuery,
        response: answers({ status: 200, data: named.paymentLinkListItem, list: true }, [
          'INVALID_PARAMETER',
          ...unknownLink,
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listPaymentLinksQuery, request.query);
      const { rows, hasMore } = await listPaymentLinks(ctx, callerOf(request), query);
      return page(
        rows.map((row) => toPaymentLinkListItem(row, ctx.config.publicUrl)),
        hasMore,
      );
    },
  );

  api.get<ById>(
    '/payment_links/:payment_link_id/payments',
    {
      config: { permission: 'payments.read' },
      schema: {
        operationId: 'listPaymentLinkPayments',
        summary: 'List the payments made from a link, newest first',
        tags,
        params: linkParams,
        querystring: listLinkPaymentsQuery,
        response: answers({ status: 200, data: namedPaymentListItem, list: true }, [
          'INVALID_PARAMETER',
          'PAYMENT_NOT_FOUND',
          ...unknownLink,
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listLinkPaymentsQuery, request.query);
      const { payment_link_id: linkId } = request.params;
      const { rows, hasMore } = await listLinkPayments(ctx, callerOf(request), linkId, query);
      return page(rows.map(toPaymentListItem), hasMore);
    },
  );
}
