import { formatMoney } from '../shared/format.ts';
import type { CheckoutState } from './checkout-state.ts';
import type { Language } from './i18n.ts';
import { endedHeading } from './outcome/expired.tsx';

/** Shows the status in the tab's title, for customers who switched to another tab. */
export function titleOf(state: CheckoutState, { t, tag }: Language): string {
  const { name } = state.merchant;
  switch (state.status) {
    case 'pending':
      return `${formatMoney(tag, state.amount, state.currency)} · ${t.payTitle(name)}`;
    case 'processing':
      return `${t.processingHeading} · ${name}`;
    case 'completed':
      return `✓ ${t.completedHeading} · ${name}`;
    case 'failed':
      return `${t.failedHeading} · ${name}`;
    case 'expired':
      return `${endedHeading(state, t)} · ${name}`;
    case 'refunded':
      return `${t.refundedHeading} · ${name}`;
    case 'partially_refunded':
      return `${t.partlyRefundedHeading} · ${name}`;
  }
}
