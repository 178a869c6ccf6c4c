import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import type { WebhookEvent } from '../../../sdk/src/index.ts';
import { CausewayApiError } from '../../../sdk/src/index.ts';
import { tellOwner } from './attention.ts';
import { allConnections, type Connection } from './connection.ts';
import { handleEvent } from './handle-event.ts';

/** After a start, events of this time are read again, and those that fail are tried again for as long: what is done changes nothing. */
const lookBackMs = 7 * 24 * 3_600_000;
/** An event can be committed a moment after one with a later id: the cursor stays this far behind. */
const lagMs = 300_000;
const mostEvents = 5_000;
/** An hour of runs. */
const mostTries = 12;
const runsBetweenRetries = 12;

interface Progress {
  cursor: string | undefined;
  /** Ids that need no second look in the list, the oldest first. */
  done: Set<string>;
  /** How often events failed, by their ids. */
  failures: Map<string, number>;
  /** Events that failed too often, by their ids, the oldest first. They are tried again apart from the list. */
  passed: Map<string, WebhookEvent>;
  /** How often the list was read. */
  runs: number;
}
const progress = new WeakMap<Connection, Progress>();

/**
 * Reads the service's list of events, for webhooks that were lost, or that Medusa ignores. Progress is kept in memory only: events are
 * repeated after a start, and handling them again changes nothing.
 */
export async function readEvents(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  for (const connection of allConnections()) {
    try {
      await readFrom(container, connection);
    } catch (error) {
      logger.warn(
        `Causeway: events could not be read, and are read again in a few minutes. ${String(error)}`,
      );
    }
  }
}

async function readFrom(container: MedusaContainer, connection: Connection): Promise<void> {
  const state = progress.get(connection) ?? newProgress();
  progress.set(connection, state);
  const events = await newEvents(connection, state);
  state.runs += 1;
  const again = state.runs % runsBetweenRetries === 0 ? [...state.passed.values()] : [];
  let isWhole = true;
  for (const event of events) {
    if (!state.done.has(event.id)) isWhole = (await handle(container, connection, event, state)) && isWhole;
    // An event that could not be handled is read again, and those after it too, until it has failed too often.
    if (isWhole && Date.parse(event.created_at) < Date.now() - lagMs) state.cursor = event.id;
  }
  for (const event of again) await retry(container, connection, event, state);
  for (const id of [...state.done].slice(0, -2 * mostEvents)) state.done.delete(id);
  for (const id of [...state.passed.keys()].slice(0, -mostEvents)) state.passed.delete(id);
}

function newProgress(): Progress {
  return { cursor: undefined, done: new Set(), failures: new Map(), passed: new Map(), runs: 0 };
}

/** The oldest first. */
async function newEvents({ causeway }: Connection, state: Progress): Promise<WebhookEvent[]> {
  const events: WebhookEvent[] = [];
  try {
    if (state.cursor) {
      for await (const event of causeway.events.list({ ending_before: state.cursor, limit: 100 }))
        if (events.push(event) === mostEvents) break;
      return events;
    }
  } catch (error) {
    // The cursor was deleted with old events.
    if (!(error instanceof CausewayApiError && error.status === 404)) throw error;
    events.length = 0;
  }
  for await (const event of causeway.events.list({ limit: 100 }))
    if (Date.parse(event.created_at) < Date.now() - lookBackMs || events.push(event) === mostEvents) break;
  return events.reverse();
}

async function handle(
  container: MedusaContainer,
  connection: Connection,
  event: WebhookEvent,
  state: Progress,
): Promise<boolean> {
  if (!(await isHandled(container, connection, event))) {
    const tries = (state.failures.get(event.id) ?? 0) + 1;
    state.failures.set(event.id, tries);
    if (tries === 1 && event.type === 'payment.completed') {
      const { payment_id, amount, currency } = event.data;
      const text = `${amount} ${currency} came by payment ${payment_id}, and Medusa could not record it. It is tried again every few minutes; the log says why.`;
      await tellOwner(container, { reason: 'not_recorded', text, event_id: event.id, payment_id });
    }
    if (tries < mostTries) return false;
    await passOver(container, event, state);
  }
  state.done.add(event.id);
  state.failures.delete(event.id);
  return true;
}

async function isHandled(
  container: MedusaContainer,
  connection: Connection,
  event: WebhookEvent,
): Promise<boolean> {
  try {
    await handleEvent({ container, connection, event });
    return true;
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`Causeway: ${event.id} (${event.type}): ${String(error)}`);
    return false;
  }
}

/** One event must not hold up all that come after it. */
async function passOver(container: MedusaContainer, event: WebhookEvent, state: Progress): Promise<void> {
  const payment_id = 'payment_id' in event.data ? (event.data.payment_id ?? '') : '';
  const text = `${event.id} (${event.type}) could not be handled ${mostTries} times and is passed over; the log says why. It is tried again every hour until it is seven days old.`;
  await tellOwner(container, { reason: 'not_handled', text, event_id: event.id, payment_id });
  state.passed.set(event.id, event);
}

/** A fault of the shop may last longer than the tries: a customer who has paid still gets the order once it is mended. */
async function retry(
  container: MedusaContainer,
  connection: Connection,
  event: WebhookEvent,
  state: Progress,
): Promise<void> {
  const isOld = Date.parse(event.created_at) < Date.now() - lookBackMs;
  if ((await isHandled(container, connection, event)) || isOld) state.passed.delete(event.id);
}
