import type { Outgoing, Sender, SendResult } from '../../src/webhooks/sender.ts';
import type { Actor } from '../stage/stage.ts';
import type { World } from '../world.ts';

/** What the merchant's receiver got: how often it took each event. */
export class Inbox {
  readonly taken = new Map<string, number>();
  readonly refused = new Map<string, number>();
  /** Payments that it was told are complete. */
  readonly completed = new Set<string>();
  /** Money that it was told no payment took, and whether its payer is known. */
  readonly unapplied = new Map<string, boolean>();

  note(kept: Map<string, number>, eventId: string): void {
    kept.set(eventId, (kept.get(eventId) ?? 0) + 1);
  }
}

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

/** The network between one life of a process and the merchant. */
export function createReceiver({ stage, faults, inbox }: World, actor: Actor): Sender {
  return {
    async close() {},
    async send({ body }: Outgoing): Promise<SendResult> {
      const event = JSON.parse(body.toString());
      const eventId = String(event.id);
      const label = `POST ${event.type} ${eventId}`;
      try {
        return await stage.ask(actor, { kind: 'webhook', label, failure: async () => new Error('') }, () => {
          const isBroken = faults.takeReceiver();
          inbox.note(isBroken ? inbox.refused : inbox.taken, eventId);
          if (!isBroken) read(inbox, event);
          return isBroken ? broken : took;
        });
      } catch {
        // Lost on its way there, or its answer on the way back.
        inbox.note(inbox.refused, eventId);
        return silent;
      }
    },
  };
}

function read(inbox: Inbox, { type, data }: { type: string; data: Record<string, unknown> }): void {
  if (type === 'payment.completed') inbox.completed.add(String(data['payment_id']));
  if (type === 'payment.funds_unapplied')
    inbox.unapplied.set(String(data['unapplied_id']), data['payer_address'] !== undefined);
}
