import { formatMoney } from '../../shared/format.ts';
import type { CheckoutState } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { Questions } from './contact.tsx';
import { Outcome } from './outcome.tsx';
import { ReceiptLinks } from './receipt-links.tsx';
import { RefundDetails } from './refund-details.tsx';
import { TransactionDetails } from './transaction-details.tsx';

export function Refunded({ state }: { state: CheckoutState }) {
  const { t, tag } = useLanguage();
  const { merchant, transaction, status, refunds, invoice_url: invoiceUrl } = state;
  const [heading, note] =
    status === 'refunded'
      ? [t.refundedHeading, t.refundedNote]
      : [t.partlyRefundedHeading, t.partlyRefundedNote];
  return (
    <>
      <Outcome icon="refund" tone="neutral" heading={heading}>
        <p>{note(merchant.name)}</p>
      </Outcome>
      {refunds.map((refund) => (
        <RefundDetails key={`${refund.at} ${refund.amount}`} refund={refund} currency={state.currency} />
      ))}
      {transaction && (
        <section aria-label={t.originalPayment}>
          <h3 class="details-title">
            {t.originalPayment} · {formatMoney(tag, state.amount, state.currency)}
          </h3>
          <TransactionDetails transaction={transaction} />
        </section>
      )}
      <div class="actions">
        {invoiceUrl && (
          <a class="button button-quiet" href={invoiceUrl}>
            {t.viewInvoice}
          </a>
        )}
        <ReceiptLinks state={state} />
        <Questions state={state} />
      </div>
    </>
  );
}
