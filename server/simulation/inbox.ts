/** What a merchant's receiver got: how often it took each event. */
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
