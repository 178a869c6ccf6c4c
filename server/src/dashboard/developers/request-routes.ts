import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import { selectEventsAbout } from '../../messages/webhooks/events.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import { type LoggedRequest, selectRequest, selectRequestPage } from '../../platform/requests/requests.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, listOf, memberRoute, pathIds, ref } from '../route-options.ts';
import {
  namedRequestDetail,
  namedRequestLogEntry,
  type RequestDetail,
  type RequestLogEntry,
  requestsQuery,
} from './request-schema.ts';

/** Recent API requests, newest first. */
export function requestRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get(
      '/requests',
      memberRoute('listRequests', 'read', {
        querystring: requestsQuery,
        ...listOf(ref(namedRequestLogEntry)),
      }),
      async (request) => {
        const caller = callerOf(request);
        const query = parseQuery(requestsQuery, request.query);
        const cursor = readPage(query, caller.merchant_id, 'req', 'NOT_FOUND');
        const filter = {
          environment: caller.environment,
          statusClass: query.status_class === undefined ? null : Number(query.status_class.charAt(0)),
          method: query.method ?? null,
        };
        const found = await selectRequestPage(ctx.db, filter, cursor);
        assertCursor(found, cursor, caller.environment, 'NOT_FOUND');
        return page(found.rows.map(toEntry), found.hasMore);
      },
    );

    api.get(
      '/requests/:request_id',
      memberRoute('getRequest', 'read', {
        params: pathIds('request_id'),
        ...answer(ref(namedRequestDetail)),
      }),
      async (request) => ok(await readDetail(ctx, callerOf(request), request.params.request_id)),
    );
  };
}

const maxEvents = 20;

/** A request with its redacted bodies, and the events about its resource. */
async function readDetail(ctx: DashboardContext, caller: Caller, requestId: string): Promise<RequestDetail> {
  const { merchant_id } = caller;
  const found = isId('req', requestId)
    ? await selectRequest(ctx.db, { request_id: requestId, merchant_id })
    : undefined;
  if (!found)
    throw new ApiError('NOT_FOUND', { message: 'The log has no request with this id for this merchant.' });
  const row = assertOwn(caller, found, 'NOT_FOUND');
  const { resource_id, request_body, response_body } = row;
  const events = resource_id ? await selectEventsAbout(ctx.db, { merchant_id, resource_id }, maxEvents) : [];
  return {
    ...toEntry(row),
    resource_id,
    request_body,
    response_body,
    events: events.map(({ event_id, type, created_at }) => ({
      event_id,
      type,
      created_at: created_at.toISOString(),
    })),
  };
}

function toEntry(row: LoggedRequest): RequestLogEntry {
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
    ignored_fields: row.ignored_fields,
  };
}
