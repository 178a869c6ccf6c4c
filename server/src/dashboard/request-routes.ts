import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { oneOf } from '../fields.ts';
import { callerOf } from '../http/authentication.ts';
import { page } from '../http/envelope.ts';
import { parseQuery } from '../http/validation.ts';
import { assertCursor, pageParameters, readPage } from '../pagination.ts';
import { type LoggedRequest, listRequests } from '../requests/requests.ts';
import type { DashboardContext } from './context.ts';
import { memberRoute } from './route-options.ts';

const requestsQuery = Type.Object({
  status_class: Type.Optional(oneOf(['2xx', '4xx', '5xx'])),
  method: Type.Optional(oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  ...pageParameters,
});

/** Recent API requests, newest first. */
export function requestRoutes(ctx: DashboardContext) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get('/requests', memberRoute('listRequests', 'read'), async (request) => {
      const caller = callerOf(request);
      const query = parseQuery(requestsQuery, request.query);
      const cursor = readPage(query, caller.merchant_id, 'req', 'NOT_FOUND');
      const filter = {
        environment: caller.environment,
        statusClass: query.status_class === undefined ? null : Number(query.status_class.charAt(0)),
        method: query.method ?? null,
      };
      const found = await listRequests(ctx.db, filter, cursor);
      assertCursor(found, cursor, caller.environment, 'NOT_FOUND');
      return page(found.rows.map(toEntry), found.hasMore);
    });
  };
}

function toEntry(row: LoggedRequest) {
  return {
    request_id: row.request_id,
    method: row.method,
    path: row.path,
    status: row.status,
    latency_ms: row.latency_ms,
    key_id: row.key_id,
    error_code: row.error_code,
    ip: row.ip,
    created_at: row.created_at.toISOString(),
  };
}
