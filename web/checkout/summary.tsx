import { formatMoney } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import { MerchantMark } from '../shared/merchant-mark.tsx';
import type { CheckoutState } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { TimeLeft } from './time-left.tsx';

interface Props {
  state: CheckoutState;
  secondsLeft: number;
}

/** Who is paid, how much and for what. Stays in place through every state. */
export function Summary({ state, secondsLeft }: Props) {
  const { t, tag } = useLanguage();
  const { merchant, amount, currency, description, status } = state;
  const backUrl = state.cancel_url ?? state.invoice_url;
  const back = state.cancel_url ? t.backTo(merchant.name) : t.backToInvoice;
  return (
    <header class="summary">
      <div class="summary-merchant">
        {status === 'pending' && backUrl && (
          <a class="summary-back" href={backUrl} title={back}>
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
