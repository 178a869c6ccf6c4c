import type { CheckoutState } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { Outcome } from './outcome.tsx';
import { TransactionDetails } from './transaction-details.tsx';

export function Refunded({ state }: { state: CheckoutState }) {
  const { t } = useLanguage();
  const { merchant, transaction, status, invoice_url: invoiceUrl } = state;
  const [heading, note] =
    status === 'refunded'
      ? [t.refundedHeading, t.refundedNote]
      : [t.partlyRefundedHeading, t.partlyRefundedNote];
  return (
    <>
      <Outcome icon="refund" tone="neutral" heading={heading}>
        <p>{note(merchant.name)}</p>
      </Outcome>
      {transaction && <TransactionDetails transaction={transaction} />}
      {invoiceUrl && (
        <div class="actions">
          <a class="button button-quiet" href={invoiceUrl}>
            {t.viewInvoice}
          </a>
        </div>
      )}
    </>
  );
}
