import type { Endpoint, EventBody } from '../../shared/api/types.ts';

type EventType = EventBody['type'];
type Subscription = Endpoint['events'][number];

export interface EventGroup {
  /** Prefix of the event types. */
  resource: string;
  label: string;
  types: { type: EventType; description: string }[];
}

/** Every event type, by resource. */
export const eventGroups: EventGroup[] = [
  {
    resource: 'payment',
    label: 'Payments',
    types: [
      { type: 'payment.processing', description: 'A transaction was seen on chain.' },
      { type: 'payment.completed', description: 'The transaction has enough confirmations.' },
      { type: 'payment.failed', description: 'The transaction was rejected or reverted.' },
      { type: 'payment.expired', description: 'The customer did not pay in time.' },
      {
        type: 'payment.funds_unapplied',
        description: 'Money arrived that does not count for the payment.',
      },
      {
        type: 'payment.reversed',
        description: 'A live chain took back the money of a completed payment.',
      },
    ],
  },
  {
    resource: 'invoice',
    label: 'Invoices',
    types: [
      { type: 'invoice.paid', description: 'The customer paid the invoice.' },
      { type: 'invoice.expired', description: 'The due date passed without payment.' },
    ],
  },
  {
    resource: 'refund',
    label: 'Refunds',
    types: [
      { type: 'refund.completed', description: 'The refund was sent and confirmed.' },
      {
        type: 'refund.failed',
        description: 'The refund was not sent: it reverted, was cancelled or waited in vain.',
      },
      { type: 'refund.waiting', description: 'Your balance does not cover a new refund.' },
    ],
  },
  {
    resource: 'payout',
    label: 'Payouts',
    types: [
      { type: 'payout.completed', description: 'The payout was sent and confirmed.' },
      { type: 'payout.failed', description: 'The payout failed. Its money is back in your balance.' },
    ],
  },
];

export const eventTypes = eventGroups.flatMap(({ types }) => types.map(({ type }) => type));

/** Subscribes to every event type, including ones added later. */
export const everyType = '*';

/** Selects or deselects types. The result is in display order. */
export function choose(selected: Subscription[], types: EventType[], select: boolean): EventType[] {
  const result = new Set(selected.filter((type) => type !== everyType));
  for (const type of types) {
    if (select) result.add(type);
    else result.delete(type);
  }
  return eventTypes.filter((type) => result.has(type));
}

/** "All events", the event type, or "3 events". */
export function eventsSummary(events: Subscription[]): string {
  if (events.includes(everyType)) return 'All events';
  const [first = 'No events', second] = events;
  return second === undefined ? first : `${events.length} events`;
}

/** The resource of an event, and its page in the dashboard. */
export function subjectOf(event: { type: string; data: Record<string, unknown> }): {
  id: string;
  to: string | null;
} | null {
  const [resource = ''] = event.type.split('.');
  const id = event.data[`${resource}_id`];
  if (typeof id !== 'string') return null;
  if (['payment', 'invoice', 'payout'].includes(resource)) return { id, to: `/${resource}s/${id}` };
  const paymentId = event.data['payment_id'];
  return { id, to: typeof paymentId === 'string' ? `/payments/${paymentId}` : null };
}
