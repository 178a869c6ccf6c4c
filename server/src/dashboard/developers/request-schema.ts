import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../lib/fields.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { eventSummary } from './event-summary.ts';

export const requestsQuery = Type.Object({
  status_class: Type.Optional(oneOf(['2xx', '4xx', '5xx'])),
  method: Type.Optional(oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A part of the path, the id of a request, or the id of what requests were about.',
    }),
  ),
  created_gte: Type.Optional(
    Type.String({ format: 'date-time', description: 'Made at or after this time.' }),
  ),
  created_lte: Type.Optional(
    Type.String({ format: 'date-time', description: 'Made at or before this time.' }),
  ),
  ...pageParameters,
});
export type RequestsQuery = Static<typeof requestsQuery>;

const requestLogEntry = Type.Object({
  request_id: Type.String(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  latency_ms: Type.Number(),
  key_id: nullable(Type.String()),
  error_code: nullable(Type.String()),
  ip: Type.String(),
  created_at: Type.String(),
  ignored_fields: nullable(
    Type.Array(Type.String(), { description: 'Fields that the API does not know, of test requests.' }),
  ),
});
export type RequestLogEntry = Static<typeof requestLogEntry>;

const requestDetail = Type.Object({
  ...requestLogEntry.properties,
  resource_id: nullable(Type.String({ description: 'What the request was about.' })),
  request_body: nullable(
    Type.String({ description: 'Redacted; null if there was none, or if it is no longer kept.' }),
  ),
  response_body: nullable(Type.String()),
  events: Type.Array(eventSummary),
});
export type RequestDetail = Static<typeof requestDetail>;

/** Named in the OpenAPI document of the dashboard. */
export const namedRequestLogEntry = { name: 'RequestLogEntry', schema: requestLogEntry };
export const namedRequestDetail = { name: 'RequestDetail', schema: requestDetail };
