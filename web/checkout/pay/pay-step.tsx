import { formatTokens } from '../../shared/format.ts';
import { Icon } from '../../shared/icons.tsx';
import type { ChosenOption } from '../checkout-state.ts';
import { PriceRenewal } from '../choose/price-renewal.tsx';
import { Quote } from '../choose/quote.tsx';
import type { EmailDraft } from '../choose/use-email.ts';
import { useRenewal } from '../choose/use-renewal.ts';
import { useLanguage } from '../i18n.ts';
import { WayBack } from '../outcome/way-back.tsx';
import type { Checkout } from '../use-checkout.ts';
import { PayLive } from './pay-live.tsx';
import { PayTest } from './pay-test.tsx';
import { SentNote } from './sent-note.tsx';
import { useSent } from './use-sent.ts';

interface Props {
  checkout: Checkout;
  chosen: ChosenOption;
  nowMs: number;
  secondsLeft: number;
  email: EmailDraft;
  onChange(): void;
}

export function PayStep({ checkout, chosen, nowMs, secondsLeft, email, onChange }: Props) {
  const { t, tag } = useLanguage();
  const { state } = checkout;
  const test = state.environment === 'test';
  const timeIsUp = secondsLeft <= 0;
  const hasReceived = Number(chosen.received_amount) > 0;
  const { sent, keep, forget } = useSent(checkout, chosen);
  const isSigned = chosen.signed?.status === 'sending';
  const { isOver, hasChanged, renew } = useRenewal(
    checkout,
    chosen,
    nowMs,
    timeIsUp || sent !== null || isSigned,
  );
  if (isSigned) {
    return (
      <>
        <h2 tabIndex={-1}>{t.signedHeading}</h2>
        <Quote state={state} chosen={chosen} nowMs={nowMs} />
        <section class="sent" aria-label={t.signedHeading}>
          <p class="sent-status" role="status">
            <span class="spinner" aria-hidden="true" />
            {t.signedNote}
          </p>
        </section>
        <WayBack state={state} isUnderWay />
      </>
    );
  }
  if (sent) {
    return (
      <>
        <h2 tabIndex={-1}>{t.sentHeading}</h2>
        <Quote state={state} chosen={chosen} nowMs={nowMs} />
        <SentNote sent={sent} onForget={forget} />
        <WayBack state={state} isUnderWay />
      </>
    );
  }
  if (isOver) {
    return (
      <>
        <h2 tabIndex={-1}>{test ? t.payHeading : t.sendHeading}</h2>
        <PriceRenewal busy={checkout.busy === 'choose'} onRenew={renew} />
        <button type="button" class="button-link" onClick={onChange}>
          {t.chooseHeading}
        </button>
        <WayBack state={state} isUnderWay={hasReceived} />
      </>
    );
  }
  return (
    <>
      <h2 tabIndex={-1}>{test ? t.payHeading : t.sendHeading}</h2>
      {hasChanged && (
        <p class="notice" role="status">
          <Icon name="clock" />
          {t.priceChanged(formatTokens(tag, chosen.token_amount, chosen.symbol))}
        </p>
      )}
      <Quote state={state} chosen={chosen} nowMs={nowMs} onChange={onChange} />
      {test ? (
        <PayTest checkout={checkout} chosen={chosen} nowMs={nowMs} timeIsUp={timeIsUp} email={email} />
      ) : (
        <PayLive checkout={checkout} state={state} chosen={chosen} secondsLeft={secondsLeft} onSent={keep} />
      )}
      <WayBack state={state} isUnderWay={hasReceived} />
    </>
  );
}
