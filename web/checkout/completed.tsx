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
  const { secondsLeft, stop } = useRedirect(redirectUrl, state.payment_id, navigate);
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
            <span>{t.returning(merchant.name, formatDuration(tag, secondsLeft, 'long'))}</span>
            <button type="button" class="button-link" onClick={stop}>
              {t.stay}
            </button>
          </p>
        )}
        {!redirectUrl && <p class="fine">{t.youCanClose}</p>}
      </div>
    </>
  );
}
