import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import type { Api } from './api.ts';
import { ApiProblem } from './api-problem.ts';

const lookEveryMs = 300;
/** An attempt takes at most ten seconds and starts immediately unless the workers are busy. */
const waitMs = 20_000;

const endpointList = Type.Array(
  Type.Object({ endpoint_id: Type.String(), url: Type.String(), status: Type.String() }),
);
type Endpoint = Static<typeof endpointList>[number];

const answer = Type.Union([Type.Integer(), Type.Null()]);
const delivery = Type.Object({
  delivery_id: Type.String(),
  status: Type.String(),
  attempts: Type.Array(
    Type.Object({
      attempt_id: Type.String(),
      http_status: answer,
      latency_ms: Type.Integer(),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});
type Delivery = Static<typeof delivery>;
const eventIn = Type.Object({ id: Type.String(), type: Type.String() });

interface Found {
  endpoint: Endpoint;
  delivery: Delivery;
}

/** Retries all deliveries of the event, whatever their status, and returns the responses. */
export async function resend(api: Api, eventId: string, endpointId: string | null) {
  const { data: event } = await api.get(`/events/${eventId}`, eventIn);
  const found = await findDeliveries(api, eventId, endpointId);
  if (found.length === 0) {
    throw new ApiProblem(
      `${endpointId ?? 'No endpoint'} has ${endpointId ? 'no' : 'a'} delivery of ${eventId} (${event.type}). Deliveries are created when the event happens, for enabled endpoints that selected its type. Trigger a new event with "causeway trigger ${event.type}".`,
    );
  }
  for (const { delivery: one } of found)
    await api.post(`/webhooks/deliveries/${one.delivery_id}/retry`, null, delivery);
  const deadline = Date.now() + waitMs;
  const sent = [];
  for (const one of found) sent.push(shown(one, await awaitAttempt(api, eventId, one, deadline)));
  return sent;
}

async function findDeliveries(api: Api, eventId: string, endpointId: string | null): Promise<Found[]> {
  const { data: all } = await api.get('/webhooks/endpoints?limit=100', endpointList);
  const endpoints = all.filter((one) => endpointId === null || one.endpoint_id === endpointId);
  if (endpointId !== null && endpoints.length === 0)
    throw new ApiProblem(
      `Endpoint ${endpointId} does not exist for this key. Existing endpoints: ${all.map((one) => one.endpoint_id).join(', ') || 'none'}.`,
    );
  const found: Found[] = [];
  for (const endpoint of endpoints) {
    for (const one of await deliveriesOf(api, endpoint, eventId)) found.push({ endpoint, delivery: one });
  }
  return found;
}

async function deliveriesOf(api: Api, { endpoint_id: id }: Endpoint, eventId: string): Promise<Delivery[]> {
  const path = `/webhooks/endpoints/${id}/deliveries?event_id=${eventId}`;
  return (await api.get(path, Type.Array(delivery))).data;
}

/** Waits for the next attempt of the delivery, until the deadline, or not at all if its endpoint is disabled. */
async function awaitAttempt(
  api: Api,
  eventId: string,
  { endpoint, delivery: before }: Found,
  deadline: number,
) {
  for (;;) {
    const deliveries = await deliveriesOf(api, endpoint, eventId);
    const now = deliveries.find((one) => one.delivery_id === before.delivery_id) ?? before;
    const isOver = endpoint.status !== 'enabled' || Date.now() > deadline;
    const attempt = now.attempts[before.attempts.length];
    if (attempt || isOver) return { delivery: now, attempt };
    await sleep(lookEveryMs);
  }
}

function shown({ endpoint }: Found, { delivery: now, attempt }: Awaited<ReturnType<typeof awaitAttempt>>) {
  const waits =
    endpoint.status === 'enabled' ? 'not sent yet' : 'the endpoint is disabled: it will be sent once enabled';
  return {
    endpoint_id: endpoint.endpoint_id,
    url: endpoint.url,
    delivery_id: now.delivery_id,
    status: now.status,
    http_status: attempt?.http_status ?? null,
    latency_ms: attempt?.latency_ms ?? null,
    error: attempt ? attempt.error : waits,
  };
}
