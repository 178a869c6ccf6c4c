import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { approvalAnswer, doOrAnswerPending } from './approval/approval-routes.ts';
import {
  createPayoutBody,
  listPayoutsQuery,
  namedPayout,
  namedPayoutWithSteps,
  toPayout,
  toPayoutWithSteps,
} from './payout-schema.ts';
import { createPayout, getPayout, listPayouts } from './payouts.ts';
import { payoutsMade } from './settings/make-due-payouts.ts';

const tags = ['Payouts'];

export function payoutRoutes(api: FastifyInstance, ctx: Context): void {
  api.post(
    '/payouts',
    {
      config: { permission: 'payouts.write' },
      schema: {
        operationId: 'createPayout',
        summary: 'Pay out a balance to your payout wallet',
        tags,
        headers: idempotencyHeaders,
        body: createPayoutBody,
        response: {
          ...answers({ status: 201, data: namedPayout }, [
            ...bodyErrors,
            'INVALID_CHAIN',
            'INVALID_TOKEN',
            'INVALID_AMOUNT',
            'PAYOUT_NOT_POSSIBLE',
            'APPROVAL_REQUIRED',
          ]),
          ...approvalAnswer,
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const body = parseBody(createPayoutBody, request.body);
      const { status, data } = await doOrAnswerPending(ctx, request, 201, async (tx) =>
        toPayout(await createPayout(ctx, tx, caller, body)),
      );
      payoutsMade(ctx, caller.environment);
      return reply.code(status).send(ok(data));
    },
  );

  api.get<{ Params: { payout_id: string } }>(
    '/payouts/:payout_id',
    {
      config: { permission: 'payouts.read' },
      schema: {
        operationId: 'getPayout',
        summary: 'Get a payout with its steps',
        tags,
        params: Type.Object({ payout_id: Type.String() }),
        response: answers({ status: 200, data: namedPayoutWithSteps }, [
          'PAYOUT_NOT_FOUND',
          'KEY_ENVIRONMENT_MISMATCH',
        ]),
      },
    },
    async (request) => {
      return ok(toPayoutWithSteps(await getPayout(ctx, callerOf(request), request.params.payout_id)));
    },
  );

  api.get(
    '/payouts',
    {
      config: { permission: 'payouts.read' },
      schema: {
        operationId: 'listPayouts',
        summary: 'List payouts, newest first',
        tags,
        querystring: listPayoutsQuery,
        response: answers({ status: 200, data: namedPayout, list: true }, [
          'INVALID_PARAMETER',
          'INVALID_CHAIN',
          'INVALID_TOKEN',
          'PAYOUT_NOT_FOUND',
          'KEY_ENVIRONMENT_MISMATCH',
        ]),
      },
    },
    async (request) => {
      const query = parseQuery(listPayoutsQuery, request.query);
      const { rows, hasMore } = await listPayouts(ctx, callerOf(request), query);
      return page(rows.map(toPayout), hasMore);
    },
  );
}
