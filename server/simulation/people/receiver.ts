import type { Outgoing, Sender, SendResult } from '../../src/messages/webhooks/deliveries/sender.ts';
import type { Inbox } from '../inbox.ts';
import type { Caller } from '../scheduler/scheduler.ts';
import type { World } from '../world.ts';

const took: SendResult = { httpStatus: 200, responseBody: 'ok', latencyMs: 5, error: null };
const broken: SendResult = {
  httpStatus: 500,
  responseBody: 'oops',
  latencyMs: 5,
  error: 'responded with 500',
};
const silent: SendResult = {
  httpStatus: null,
  responseBody: null,
  latencyMs: 10_000,
  error: 'no complete response within 10 seconds',
};

/** The network between a process and the merchants. */
export function createReceiver({ scheduler, faults, inboxes }: World, caller: Caller): Sender {
  return {
    async close() {},
    async send({ url, body, headers }: Outgoing): Promise<SendResult> {
      const inbox = inboxes.get(new URL(url).pathname.slice(1));
      if (!inbox) throw new Error(`nobody listens at ${url}`);
      const event = JSON.parse(body.toString());
      const eventId = String(event.id);
      const label = `POST ${event.type} ${eventId}`;
      try {
        return await scheduler.ask(
          caller,
          { kind: 'webhook', label, failure: async () => new Error('') },
          () => {
            const isBroken = faults.takeReceiver();
            inbox.note(isBroken ? inbox.refused : inbox.taken, eventId);
            if (!isBroken) read(inbox, event);
            if (!inbox.isGenuine(body, headers)) inbox.forged.push(label);
            return isBroken ? broken : took;
          },
        );
      } catch {
        // Lost on its way there, or its answer on the way back.
        inbox.note(inbox.refused, eventId);
        return silent;
      }
    },
  };
}

function read(inbox: Inbox, { type, data }: { type: string; data: Record<string, unknown> }): void {
  if (type === 'payment.processing') inbox.processing.set(String(data['payment_id']), data);
  if (type === 'payment.completed') inbox.completed.set(String(data['payment_id']), data);
  if (type === 'payment.reversed') inbox.note(inbox.reversed, String(data['payment_id']));
  if (type === 'payment.funds_unapplied')
    inbox.unapplied.set(String(data['unapplied_id']), data['payer_address'] !== undefined);
}
