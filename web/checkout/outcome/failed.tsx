import { useLanguage } from '../i18n.ts';
import { useOpener, useWayBack } from '../opener.ts';
import type { Checkout } from '../use-checkout.ts';
import { Questions } from './contact.tsx';
import { Outcome } from './outcome.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { Unapplied } from './unapplied.tsx';

export function Failed({ checkout }: { checkout: Checkout }) {
  const { t } = useLanguage();
  const { merchant, transaction, retry_url: retryUrl, cancel_url: cancelUrl } = checkout.state;
  const { invoice_url: invoiceUrl } = checkout.state;
  const opener = useOpener();
  const wayBack = useWayBack(cancelUrl);
  const retrying = checkout.busy === 'retry';
  return (
    <>
      <Outcome icon="cross" tone="bad" heading={t.failedHeading}>
        <p>{transaction ? t.failedOnChain : t.failedOther}</p>
      </Outcome>
      {transaction && <TransactionDetails transaction={transaction} />}
      <Unapplied state={checkout.state} />
      <div class="actions">
        {invoiceUrl ? (
          // An invoice has one open payment at a time, which its own page creates.
          <a class="button" href={invoiceUrl}>
            {t.tryAgain}
          </a>
        ) : retryUrl ? (
          <>
            <a
              class="button"
              href={retryUrl}
              onClick={(event) => {
                if (!opener) return;
                event.preventDefault();
                checkout.openRetry(retryUrl);
              }}
            >
              {t.openNewAttempt}
            </a>
            <p class="fine">{t.alreadyRetried}</p>
          </>
        ) : (
          <button type="button" class="button" aria-busy={retrying} onClick={checkout.retry}>
            {retrying ? t.oneMoment : t.tryAgain}
          </button>
        )}
        {wayBack && (
          <a class="button button-quiet" {...wayBack}>
            {t.backTo(merchant.name)}
          </a>
        )}
        <Questions state={checkout.state} />
      </div>
    </>
  );
}
