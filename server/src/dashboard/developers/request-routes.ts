import type { Caller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { firstIdAt, isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import { parseTimestamp } from '../../lib/timestamps.ts';
import { selectEventsAbout } from '../../messages/webhooks/events.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import {
  type LoggedRequest,
  type RequestFilter,
  selectRequest,
  selectRequestPage,
} from '../../platform/requests/requests.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, listOf, memberRoute, pathIds, ref } from '../route-options.ts';
import {
  namedRequestDetail,
  namedRequestLogEntry,
  type RequestDetail,
  type RequestLogEntry,
  type RequestsQuery,
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
        const found = await selectRequestPage(ctx.db, filterOf(caller, query), cursor);
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

function filterOf({ environment }: Caller, query: RequestsQuery): RequestFilter {
  const fromMs = query.created_gte === undefined ? null : parseTimestamp(query.created_gte);
  const toMs = query.created_lte === undefined ? null : parseTimestamp(query.created_lte);
  return {
    environment,
    statusClass: query.status_class === undefined ? null : Number(query.status_class.charAt(0)),
    method: query.method ?? null,
    search: query.search?.trim() || null,
    fromId: fromMs === null ? null : firstIdAt('req', fromMs),
    beforeId: toMs === null ? null : firstIdAt('req', toMs + 1),
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
