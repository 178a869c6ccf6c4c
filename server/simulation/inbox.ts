import { createHmac } from 'node:crypto';

/** What a merchant's receiver got: how often it took each event. */
export class Inbox {
  readonly taken = new Map<string, number>();
  readonly refused = new Map<string, number>();
  /** Payments that it was told are complete, as it was told. */
  readonly completed = new Map<string, Record<string, unknown>>();
  /** What it was told of payments when their money was first seen. */
  readonly processing = new Map<string, Record<string, unknown>>();
  /** How often it was told that a payment lacks money which its chain took back. */
  readonly reversed = new Map<string, number>();
  /** Money that it was told no payment took, and whether its payer is known. */
  readonly unapplied = new Map<string, boolean>();

  /** Deliveries whose signature is wrong. */
  readonly forged: string[] = [];
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** As the guide tells merchants to verify deliveries. */
  isGenuine(body: Buffer, headers: Readonly<Record<string, string>>): boolean {
    return headers['x-service-signature'] === createHmac('sha256', this.#secret).update(body).digest('hex');
  }

  note(kept: Map<string, number>, eventId: string): void {
    kept.set(eventId, (kept.get(eventId) ?? 0) + 1);
  }
}
