import { expect } from 'vitest';
import { type ContextOverrides, closeContext, createContext } from '../../../src/app/compose.ts';
import type { AppContext } from '../../../src/app/routes.ts';
import { createTasks } from '../../../src/app/tasks.ts';
import type { Environment } from '../../../src/lib/environment.ts';
import {
  announcing,
  type EventType,
  type NewEvent,
  recordEvents,
} from '../../../src/messages/webhooks/events.ts';
import { startJobs } from '../../../src/platform/jobs/loop.ts';
import { silent } from '../../payments/support.ts';
import type { TestService } from '../../support/service.ts';

interface Endpoint {
  endpoint_id: string;
  secret: string;
}

export async function addEndpoint(
  service: TestService,
  url: string,
  { events = ['*'], key = service.testKey } = {},
): Promise<Endpoint> {
  const answer = await service.call('POST', '/webhooks/endpoints', { key, body: { url, events } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

export async function setEndpoint(
  service: TestService,
  endpointId: string,
  status: 'enabled' | 'disabled' | 'deleted',
): Promise<void> {
  const path = `/webhooks/endpoints/${endpointId}`;
  const answer =
    status === 'deleted'
      ? await service.call('DELETE', path)
      : await service.call('PATCH', path, { body: { status } });
  expect(answer.status, answer.text).toBe(200);
}

interface EventOptions {
  merchantId: string;
  type?: EventType;
  environment?: Environment;
  createdAt?: Date;
}

export function newEvents(count: number, options: EventOptions, now: Date): NewEvent[] {
  const { merchantId, type = 'payment.completed', environment = 'test', createdAt = now } = options;
  return Array.from({ length: count }, (_, n) => {
    const resourceId = `pay_${n}`;
    return { merchantId, environment, type, resourceId, createdAt, data: { payment_id: resourceId } };
  });
}

/** Events as a state change writes them, in transactions of at most a thousand. */
export async function makeEvents(ctx: AppContext, count: number, options: EventOptions): Promise<void> {
  for (let left = count; left > 0; left -= 1000) {
    const events = newEvents(Math.min(1000, left), options, ctx.clock.now());
    await announcing(ctx, (tx) => recordEvents(tx, ctx.ids, events));
  }
}

export interface ShownAttempt {
  attempt: number;
  attempt_id: string;
  http_status: number | null;
  response_body: string | null;
  latency_ms: number;
  error: string | null;
  attempted_at: string;
}

export interface ShownDelivery {
  delivery_id: string;
  event_id: string;
  event_type: string;
  status: string;
  next_attempt_at: string | null;
  created_at: string;
  attempts: ShownAttempt[];
}

/** The newest hundred deliveries of an endpoint, as the merchant sees them. */
export async function historyOf(
  service: TestService,
  endpointId: string,
  key = service.testKey,
): Promise<ShownDelivery[]> {
  const path = `/webhooks/endpoints/${endpointId}/deliveries?limit=100`;
  const answer = await service.call('GET', path, { key });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

/** The endpoint's one delivery. */
export async function deliveryOf(service: TestService, endpointId: string): Promise<ShownDelivery> {
  const [delivery, ...others] = await historyOf(service, endpointId);
  expect(others).toEqual([]);
  if (!delivery) throw new Error(`${endpointId} has no delivery`);
  return delivery;
}

export async function retry(service: TestService, deliveryId: string): Promise<ShownDelivery> {
  const answer = await service.call('POST', `/webhooks/deliveries/${deliveryId}/retry`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

/** How many deliveries there are of each status and number of counted attempts, like `{ 'pending 0': 12 }`. */
export async function deliveryCounts(ctx: AppContext, endpointId?: string): Promise<Record<string, number>> {
  const rows = await ctx.db<{ kind: string; count: number }[]>`
    select case when u.delivery_id is null then 'succeeded' when u.next_attempt_at is null then 'failed'
        else 'pending' end || ' ' || coalesce(u.attempts, (
      select max(attempt) from delivery_attempts a where a.delivery_id = d.delivery_id
    )) as kind, count(*)::int as count
    from deliveries d left join undelivered u using (endpoint_id, delivery_id, merchant_id)
    where ${endpointId === undefined ? ctx.db`true` : ctx.db`endpoint_id = ${endpointId}`}
    group by 1 order by 1`;
  return Object.fromEntries(rows.map((row) => [row.kind, row.count]));
}

/** Another process with workers on the service's database, but for the process. */
export async function startWorker(service: TestService, overrides: ContextOverrides = {}) {
  const ctx = createContext(service.ctx.config, service.databaseUrl, { log: silent, ...overrides });
  const jobs = await startJobs(ctx, await createTasks(ctx));
  return { ctx, stopJobs: () => jobs.stop(), close: () => closeContext(ctx) };
}
