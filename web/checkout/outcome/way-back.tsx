import type { CheckoutState } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { useWayBack } from '../opener.ts';

interface Props {
  state: CheckoutState;
  /** Whether money was sent: leaving the page does not cancel that. */
  isUnderWay?: boolean;
}

/** The link at the end of an open payment. */
export function WayBack({ state, isUnderWay = false }: Props) {
  const { t } = useLanguage();
  const wayBack = useWayBack(state.cancel_url ?? state.invoice_url);
  if (!wayBack) return null;
  const back = state.invoice_url ? t.backToInvoice : t.backTo(state.merchant.name);
  return (
    <p class="cancel">
      <a {...wayBack}>{isUnderWay ? back : t.cancel}</a>
    </p>
  );
}
