import type { CheckoutState } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';

interface Props {
  state: CheckoutState;
  /** Stops the countdown that would leave the page meanwhile. */
  stop?: () => void;
}

export function ReceiptLinks({ state: { payment_id }, stop }: Props) {
  const { t, locale } = useLanguage();
  return (
    <p class="receipt">
      <button
        type="button"
        class="button-link"
        onClick={() => {
          stop?.();
          print();
        }}
      >
        {t.printReceipt}
      </button>
      <a class="button-link" href={`${payment_id}/receipt?locale=${locale}`} onClick={stop}>
        {t.receiptPdf}
      </a>
    </p>
  );
}
