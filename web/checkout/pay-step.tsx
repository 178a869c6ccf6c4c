import type { ChosenOption } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { PayLive } from './pay-live.tsx';
import { PayTest } from './pay-test.tsx';
import { Quote } from './quote.tsx';
import type { Checkout } from './use-checkout.ts';
import type { EmailDraft } from './use-email.ts';

interface Props {
  checkout: Checkout;
  chosen: ChosenOption;
  nowMs: number;
  timeIsUp: boolean;
  email: EmailDraft;
  onChange(): void;
}

export function PayStep({ checkout, chosen, nowMs, timeIsUp, email, onChange }: Props) {
  const { t } = useLanguage();
  const { state } = checkout;
  const test = state.environment === 'test';
  return (
    <>
      <h2 tabIndex={-1}>{test ? t.payHeading : t.sendHeading}</h2>
      <Quote state={state} chosen={chosen} nowMs={nowMs} onChange={onChange} />
      {test ? (
        <PayTest checkout={checkout} chosen={chosen} nowMs={nowMs} timeIsUp={timeIsUp} email={email} />
      ) : (
        <PayLive state={state} chosen={chosen} />
      )}
    </>
  );
}
