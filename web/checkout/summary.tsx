import { formatMoney } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { MerchantMark } from '../shared/merchant-mark.tsx';
import type { CheckoutState } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { useWayBack } from './opener.ts';
import { TimeLeft } from './pay/time-left.tsx';

interface Props {
  state: CheckoutState;
  secondsLeft: number;
}

/** Merchant, amount and description. The same in every state. */
export function Summary({ state, secondsLeft }: Props) {
  const { t, tag } = useLanguage();
  const { merchant, amount, currency, description, status } = state;
  const wayBack = useWayBack(state.cancel_url ?? state.invoice_url);
  const back = state.invoice_url ? t.backToInvoice : t.backTo(merchant.name);
  return (
    <header class="summary">
      <div class="summary-merchant">
        {status === 'pending' && wayBack && (
          <a class="summary-back" {...wayBack} title={back}>
            <Icon name="back" />
            <span class="visually-hidden">{back}</span>
          </a>
        )}
        <MerchantMark name={merchant.name} logoUrl={merchant.logo_url} />
        <h1>{merchant.name}</h1>
      </div>
      <p class="summary-amount">{formatMoney(tag, amount, currency)}</p>
      {description && <p class="summary-description">{description}</p>}
      {status === 'pending' && <TimeLeft secondsLeft={secondsLeft} />}
    </header>
  );
}
