import type { Endpoint, EventBody } from '../shared/types.ts';

type EventType = EventBody['type'];
type Subscription = Endpoint['events'][number];

export interface EventGroup {
  /** The resource, as types begin with it. */
  resource: string;
  label: string;
  types: { type: EventType; when: string }[];
}

/** Every type of event, by the resource it is about. */
export const eventGroups: EventGroup[] = [
  {
    resource: 'payment',
    label: 'Payments',
    types: [
      { type: 'payment.processing', when: 'A transaction was seen.' },
      { type: 'payment.completed', when: 'It has enough confirmations.' },
      { type: 'payment.failed', when: 'It was rejected or reverted.' },
      { type: 'payment.expired', when: 'Nobody paid in time.' },
    ],
  },
  {
    resource: 'invoice',
    label: 'Invoices',
    types: [
      { type: 'invoice.paid', when: 'A customer paid it.' },
      { type: 'invoice.expired', when: 'Its due date passed unpaid.' },
    ],
  },
  {
    resource: 'refund',
    label: 'Refunds',
    types: [
      { type: 'refund.completed', when: 'It was sent and confirmed.' },
      { type: 'refund.failed', when: 'Its transaction reverted.' },
    ],
  },
];

export const eventTypes = eventGroups.flatMap(({ types }) => types.map(({ type }) => type));

/** Stands for every type, also those there will be one day. */
export const everyType = '*';

/** The choice with some types added or taken away, in the order they are shown. */
export function choose(chosen: Subscription[], types: EventType[], wanted: boolean): EventType[] {
  const all = new Set(chosen.filter((type) => type !== everyType));
  for (const type of types) {
    if (wanted) all.add(type);
    else all.delete(type);
  }
  return eventTypes.filter((type) => all.has(type));
}

/** What an endpoint listens to, in a few words. */
export function eventsSummary(events: Subscription[]): string {
  if (events.includes(everyType)) return 'All events';
  const [first = 'No events', second] = events;
  return second === undefined ? first : `${events.length} events`;
}

/** What an event is about, and where the dashboard shows it. */
export function subjectOf(event: { type: string; data: Record<string, unknown> }): {
  id: string;
  to: string | null;
} | null {
  const [resource = ''] = event.type.split('.');
  const id = event.data[`${resource}_id`];
  if (typeof id !== 'string') return null;
  if (resource === 'payment' || resource === 'invoice') return { id, to: `/${resource}s/${id}` };
  const paymentId = event.data['payment_id'];
  return { id, to: typeof paymentId === 'string' ? `/payments/${paymentId}` : null };
}
