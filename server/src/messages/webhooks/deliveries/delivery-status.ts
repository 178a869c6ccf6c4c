export type DeliveryStatus = 'pending' | 'succeeded' | 'failed';

export function statusOf(undelivered: { next_attempt_at: Date | null } | undefined): DeliveryStatus {
  if (!undelivered) return 'succeeded';
  return undelivered.next_attempt_at ? 'pending' : 'failed';
}
