import { Icon } from '../../shared/icons.tsx';
import type { CheckoutState } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { TransactionDetails } from '../outcome/transaction-details.tsx';

/** Steps of a transaction: detected, confirming, done. */
export function Progress({ state }: { state: CheckoutState }) {
  const { t, tag } = useLanguage();
  const { transaction } = state;
  const confirmations = transaction?.confirmations ?? 0;
  const required = Math.max(1, transaction?.required_confirmations ?? 1);
  const number = new Intl.NumberFormat(tag);
  const count = t.confirmations(number.format(confirmations), number.format(required));
  return (
    <>
      <h2 tabIndex={-1}>{t.processingHeading}</h2>
      <ol class="steps">
        <li class="step step-done">
          <span class="step-dot">
            <Icon name="check" />
          </span>
          <span class="step-name">{t.stepSeen}</span>
        </li>
        <li class="step step-current" aria-current="step">
          <span class="step-dot">
            <span class="spinner" aria-hidden="true" />
          </span>
          <span class="step-name">{t.stepConfirming}</span>
          <span class="step-note">{count}</span>
          <progress
            class="step-bar"
            value={Math.min(confirmations, required)}
            max={required}
            aria-label={count}
          />
        </li>
        <li class="step">
          <span class="step-dot" />
          <span class="step-name">{t.stepDone}</span>
        </li>
      </ol>
      {transaction && <TransactionDetails transaction={transaction} />}
      <p class="fine">{t.processingNote}</p>
    </>
  );
}
