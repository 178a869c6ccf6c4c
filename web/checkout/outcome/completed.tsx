import { formatDateTime, formatDuration, formatMoney } from '../../shared/format.ts';
import type { CheckoutState } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { useOpener, useWayBack } from '../opener.ts';
import { Detail } from './detail.tsx';
import { Outcome } from './outcome.tsx';
import { ReceiptLinks } from './receipt-links.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { Unapplied } from './unapplied.tsx';
import { useRedirect } from './use-redirect.ts';

interface Props {
  state: CheckoutState;
  navigate(url: string): void;
  /** Whether the payment completed while this page was open. */
  watched: boolean;
}

export function Completed({ state, navigate, watched }: Props) {
  const { t, tag } = useLanguage();
  const {
    merchant,
    redirect_url: redirectUrl,
    invoice_url: invoiceUrl,
    transaction,
    completed_at: completedAt,
  } = state;
  // Redirect to the invoice after paying it here, but not when this page was opened as the receipt.
  const opener = useOpener();
  const wayBack = useWayBack(redirectUrl);
  const target = wayBack?.href ?? (watched ? invoiceUrl : null);
  // Whoever sent too much has something to read here first.
  const isSettledInFull = state.unapplied.length === 0;
  const leave = opener ? opener.close : navigate;
  const { secondsLeft, stop } = useRedirect(isSettledInFull ? target : null, state.payment_id, leave);
  const time = formatDuration(tag, secondsLeft ?? 0, 'long');
  return (
    <>
      <Outcome icon="check" tone="good" heading={t.completedHeading}>
        <p>{t.completedNote(formatMoney(tag, state.amount, state.currency), merchant.name)}</p>
      </Outcome>
      {transaction && (
        <TransactionDetails transaction={transaction}>
          {completedAt && <Detail label={t.date}>{formatDateTime(tag, completedAt)}</Detail>}
          <Detail label={t.paymentNumber} class="mono">
            {state.payment_id}
          </Detail>
        </TransactionDetails>
      )}
      <Unapplied state={state} />
      <div class="actions">
        {wayBack && (
          <a class="button" {...wayBack}>
            {secondsLeft === null ? t.backTo(merchant.name) : t.goNow}
          </a>
        )}
        {invoiceUrl && (
          <a class={wayBack ? 'button button-quiet' : 'button'} href={invoiceUrl}>
            {t.viewInvoice}
          </a>
        )}
        {secondsLeft !== null && (
          <p class="returning">
            <span>{wayBack ? t.returning(merchant.name, time) : t.returningToInvoice(time)}</span>
            <button type="button" class="button-link" onClick={stop}>
              {t.stay}
            </button>
          </p>
        )}
        {!wayBack && !invoiceUrl && <p class="fine">{t.youCanClose}</p>}
        <ReceiptLinks state={state} stop={stop} />
      </div>
    </>
  );
}
