import { formatDuration, formatMoney } from '../shared/format.ts';
import type { CheckoutState } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { Outcome } from './outcome.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { useRedirect } from './use-redirect.ts';

interface Props {
  state: CheckoutState;
  navigate(url: string): void;
}

export function Completed({ state, navigate }: Props) {
  const { t, tag } = useLanguage();
  const { merchant, redirect_url: redirectUrl, invoice_url: invoiceUrl, transaction } = state;
  // Whoever came from an invoice goes back to it, and finds it paid.
  const { secondsLeft, stop } = useRedirect(redirectUrl ?? invoiceUrl, state.payment_id, navigate);
  const time = formatDuration(tag, secondsLeft ?? 0, 'long');
  return (
    <>
      <Outcome icon="check" tone="good" heading={t.completedHeading}>
        <p>{t.completedNote(formatMoney(tag, state.amount, state.currency), merchant.name)}</p>
      </Outcome>
      {transaction && <TransactionDetails transaction={transaction} />}
      <div class="actions">
        {redirectUrl && (
          <a class="button" href={redirectUrl}>
            {secondsLeft === null ? t.backTo(merchant.name) : t.goNow}
          </a>
        )}
        {invoiceUrl && (
          <a class={redirectUrl ? 'button button-quiet' : 'button'} href={invoiceUrl}>
            {t.viewInvoice}
          </a>
        )}
        {secondsLeft !== null && (
          <p class="returning">
            <span>{redirectUrl ? t.returning(merchant.name, time) : t.returningToInvoice(time)}</span>
            <button type="button" class="button-link" onClick={stop}>
              {t.stay}
            </button>
          </p>
        )}
        {!redirectUrl && !invoiceUrl && <p class="fine">{t.youCanClose}</p>}
      </div>
    </>
  );
}
