import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../lib/fields.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import type { DeliveryHistory } from './deliveries/delivery-store.ts';
import type { EndpointRow } from './endpoints/endpoint-store.ts';
import { eventTypes } from './events.ts';

const urlField = () =>
  Type.String({
    format: 'webhook-url',
    maxLength: 2048,
    'x-error-code': 'INVALID_URL',
    description: 'An absolute URL without credentials. HTTPS in live mode; HTTP is allowed in test mode.',
  });

const eventsField = () =>
  Type.Array(oneOf([...eventTypes, '*']), {
    minItems: 1,
    maxItems: 50,
    description: 'Event types to send. `["*"]` subscribes to all.',
  });

const descriptionField = () => Type.String({ maxLength: 500, 'x-size-error-code': 'DESCRIPTION_TOO_LONG' });

export const createEndpointBody = Type.Object({
  url: urlField(),
  events: eventsField(),
  description: Type.Optional(descriptionField()),
});
export type CreateEndpointBody = Static<typeof createEndpointBody>;

export const updateEndpointBody = Type.Object({
  url: Type.Optional(urlField()),
  events: Type.Optional(eventsField()),
  description: Type.Optional(descriptionField()),
  status: Type.Optional(oneOf(['enabled', 'disabled'])),
});
export type UpdateEndpointBody = Static<typeof updateEndpointBody>;

export const testDeliveryBody = Type.Object({
  endpoint_id: Type.String({ description: 'The endpoint to send to.' }),
  event_type: oneOf(eventTypes, { description: 'The type of the sample event.' }),
});

export const listQuery = Type.Object(pageParameters);
const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;

export const listDeliveriesQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(oneOf(deliveryStatuses, { description: 'Only deliveries with this status.' })),
  event_id: Type.Optional(Type.String({ description: 'Only deliveries of this event.' })),
});
export type ListDeliveriesQuery = Static<typeof listDeliveriesQuery>;
export const listEventsQuery = Type.Object({ ...pageParameters, type: Type.Optional(oneOf(eventTypes)) });

const timestamp = Type.String({ format: 'date-time' });

const endpointResource = Type.Object({
  endpoint_id: Type.String({ description: 'Prefix `we_`.' }),
  url: Type.String(),
  events: Type.Array(oneOf([...eventTypes, '*'])),
  status: oneOf(['enabled', 'disabled']),
  description: nullable(Type.String()),
  failing_since: nullable(
    Type.String({
      format: 'date-time',
      description:
        'When the first delivery attempt failed after which none succeeded; null while they succeed.',
    }),
  ),
  created_at: timestamp,
  secret: Type.Optional(
    Type.String({ description: 'Prefix `whsec_`. Only in the response to create and rotate.' }),
  ),
});

const attemptResource = Type.Object({
  attempt: Type.Integer({ description: 'The number of the attempt, starting at 1.' }),
  attempt_id: Type.String({ description: 'Sent as `X-Service-Delivery-Id`.' }),
  http_status: nullable(Type.Integer()),
  response_body: nullable(Type.String({ description: 'The first 4 KiB of the response.' })),
  latency_ms: Type.Integer(),
  error: nullable(Type.String({ description: 'Why the attempt failed; null on success.' })),
  attempted_at: timestamp,
});

const deliveryResource = Type.Object({
  delivery_id: Type.String({ description: 'Prefix `del_`.' }),
  event_id: Type.String(),
  event_type: oneOf(eventTypes),
  status: oneOf(deliveryStatuses),
  next_attempt_at: nullable(timestamp),
  created_at: timestamp,
  attempts: Type.Array(attemptResource),
});

const testDeliveryResource = Type.Object({
  endpoint_id: Type.String(),
  event_id: Type.String(),
  event_type: oneOf(eventTypes),
  delivery_id: Type.String(),
  success: Type.Boolean(),
  http_status: nullable(Type.Integer()),
  response_body: nullable(Type.String()),
  latency_ms: Type.Integer(),
  error: nullable(Type.String()),
});
export type TestDelivery = Static<typeof testDeliveryResource>;

const eventResource = Type.Object({
  id: Type.String({ description: 'Prefix `evt_`.' }),
  type: oneOf(eventTypes),
  created_at: timestamp,
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
});

const deletedEndpoint = Type.Object({ endpoint_id: Type.String(), deleted: Type.Literal(true) });

/** Named in the OpenAPI document. */
export const named = {
  endpoint: { name: 'WebhookEndpoint', schema: endpointResource },
  deletedEndpoint: { name: 'DeletedWebhookEndpoint', schema: deletedEndpoint },
  delivery: { name: 'Delivery', schema: deliveryResource },
  testDelivery: { name: 'TestDelivery', schema: testDeliveryResource },
  event: { name: 'Event', schema: eventResource },
};
export const webhookResources = Object.values(named);

type ShownEndpoint = Pick<
  EndpointRow,
  'endpoint_id' | 'url' | 'events' | 'status' | 'description' | 'failing_since' | 'created_at'
>;

export function toEndpoint(row: ShownEndpoint) {
  return {
    endpoint_id: row.endpoint_id,
    url: row.url,
    events: row.events,
    status: row.status,
    description: row.description,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function toDelivery(row: DeliveryHistory) {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    attempts: row.attempts.map((attempt) => ({
      attempt: attempt.attempt,
      attempt_id: attempt.attempt_id,
      http_status: attempt.http_status,
      response_body: attempt.response_body,
      latency_ms: attempt.latency_ms,
      error: attempt.error,
      attempted_at: attempt.attempted_at.toISOString(),
    })),
  };
}
