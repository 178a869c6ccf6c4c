import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { contentErrors, namedPaymentListItem, toPaymentListItem } from '../payment/schema.ts';
import { fieldChecks } from './content.ts';
import type { PaymentLinkRow } from './payment-link.ts';
import { changeLink, createLink, getLink, listLinkPayments, listLinks } from './payment-links.ts';
import {
  createPaymentLinkBody,
  listLinkPaymentsQuery,
  listLinksQuery,
  named,
  toPaymentLink,
  toPaymentLinkListItem,
  updatePaymentLinkBody,
} from './schema.ts';
import { countLinkPayments } from './store.ts';

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
        response: answers({ status: 201, data: named.paymentLink }, [...bodyErrors, ...contentErrors]),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const body = parseBody(createPaymentLinkBody, request.body, fieldChecks(ctx, caller, 'link'));
      const show = (row: PaymentLinkRow) =>
        toPaymentLink(row, { paid: 0, completed: 0 }, ctx.config.publicUrl);
      const link = await createLink(ctx, caller, 'link', body, claimOf(request, 201), show);
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
      const body = parseBody(updatePaymentLinkBody, request.body);
      const { payment_link_id: linkId } = request.params;
      return ok(await withCounts(ctx, await changeLink(ctx, callerOf(request), 'link', linkId, body)));
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
    async (request) => {
      const { payment_link_id: linkId } = request.params;
      return ok(await withCounts(ctx, await getLink(ctx.db, callerOf(request), 'link', linkId)));
    },
  );

  api.get(
    '/payment_links',
    {
      config: { permission: 'payments.read' },
      schema: {
        operationId: 'listPaymentLinks',
        summary: 'List payment links, newest first',
        tags,
        querystring: listLinksQuery,
        response: answers({ status: 200, data: named.paymentLinkListItem, list: true }, [
          'INVALID_PARAMETER',
          ...unknownLink,
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listLinksQuery, request.query);
      const { rows, hasMore } = await listLinks(ctx, callerOf(request), 'link', query);
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

async function withCounts(ctx: Context, row: PaymentLinkRow) {
  return toPaymentLink(row, await countLinkPayments(ctx.db, row), ctx.config.publicUrl);
}
