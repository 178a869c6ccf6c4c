import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { answers } from '../../platform/http/schema/openapi.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import { selectEvent, selectEventPage } from './event-store.ts';
import { listEventsQuery, named } from './schema.ts';

export function eventRoutes(api: FastifyInstance, ctx: Context): void {
  api.get(
    '/events',
    {
      config: { permission: 'events.read' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events, newest first',
        tags: ['Events'],
        querystring: listEventsQuery,
        response: answers({ status: 200, data: named.event, list: true }, [
          'INVALID_PARAMETER',
          'NOT_FOUND',
          'KEY_ENVIRONMENT_MISMATCH',
        ]),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const query = parseQuery(listEventsQuery, request.query);
      const cursor = readPage(query, caller.merchant_id, 'evt', 'NOT_FOUND');
      const filter = { environment: caller.environment, type: query.type ?? null };
      const found = await selectEventPage(ctx.db, filter, cursor);
      assertCursor(found, cursor, caller.environment, 'NOT_FOUND');
      return page(
        found.rows.map((row) => JSON.parse(row.body)),
        found.hasMore,
      );
    },
  );

  api.get<{ Params: { event_id: string } }>(
    '/events/:event_id',
    {
      config: { permission: 'events.read' },
      schema: {
        operationId: 'getEvent',
        summary: 'Get an event',
        tags: ['Events'],
        params: Type.Object({ event_id: Type.String() }),
        response: answers({ status: 200, data: named.event }, ['NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH']),
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { event_id } = request.params;
      const key = { event_id, merchant_id: caller.merchant_id };
      const row = isId('evt', event_id) ? await selectEvent(ctx.db, key) : undefined;
      if (!row)
        throw new ApiError('NOT_FOUND', {
          message: 'No event with this id exists for this merchant. Check the id.',
        });
      if (row.environment !== caller.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
      return ok(JSON.parse(row.body));
    },
  );
}
