import { formatDuration } from '../shared/format.ts';
import type { CheckoutState } from './checkout-state.ts';
import type { Language } from './i18n.ts';
import { endedHeading } from './outcome/expired.tsx';

/** Text for screen readers when the payment changes; null when nothing is announced. */
export function announceChange(
  before: CheckoutState,
  after: CheckoutState,
  { t, tag }: Language,
): string | null {
  if (after.status !== before.status) {
    switch (after.status) {
      case 'processing':
        return `${t.stepSeen}. ${t.processingHeading}.`;
      case 'completed':
        return t.completedHeading;
      case 'failed':
        return t.failedHeading;
      case 'expired':
        return endedHeading(after, t);
      case 'refunded':
        return t.refundedHeading;
      case 'partially_refunded':
        return t.partlyRefundedHeading;
      case 'pending':
        return null;
    }
  }
  return after.status === 'processing' ? halfway(before, after, { t, tag }) : null;
}

/** Announces confirmations once, halfway: dozens of them within seconds would drown out everything else. */
function halfway(
  before: CheckoutState,
  after: CheckoutState,
  { t, tag }: Pick<Language, 't' | 'tag'>,
): string | null {
  const { confirmations = 0, required_confirmations = 0 } = after.transaction ?? {};
  const half = required_confirmations / 2;
  const crossed = confirmations >= half && (before.transaction?.confirmations ?? 0) < half;
  const number = new Intl.NumberFormat(tag);
  return crossed
    ? t.confirmations(number.format(confirmations), number.format(required_confirmations))
    : null;
}

/** Seconds left at which the remaining time is announced. */
const announcedSeconds = [300, 60];

export function announceTimeLeft(
  beforeSeconds: number,
  afterSeconds: number,
  { t, tag }: Language,
): string | null {
  const passed = announcedSeconds.find((moment) => beforeSeconds > moment && afterSeconds <= moment);
  return passed === undefined ? null : t.timeLeftAnnounced(formatDuration(tag, passed, 'long'));
}
