import { useEffect, useState } from 'preact/hooks';
import { ChooseStep } from './choose-step.tsx';
import { useLanguage } from './i18n.ts';
import { useWayBack } from './opener.ts';
import { PayStep } from './pay-step.tsx';
import type { Checkout } from './use-checkout.ts';

interface Props {
  checkout: Checkout;
  nowMs: number;
  secondsLeft: number;
}

/** The choice is stored by the server and shared between tabs; `changing` belongs to this tab alone. */
export function Pending({ checkout, nowMs, secondsLeft }: Props) {
  const { t } = useLanguage();
  const { check } = checkout;
  const { chosen, invoice_url: invoiceUrl } = checkout.state;
  const wayBack = useWayBack(checkout.state.cancel_url ?? invoiceUrl);
  const [changing, setChanging] = useState(false);
  const timeIsUp = secondsLeft <= 0;
  useEffect(() => {
    if (timeIsUp) check();
  }, [timeIsUp, check]);
  return (
    <>
      {timeIsUp && (
        <p class="notice" role="status">
          {t.timeIsUp}
        </p>
      )}
      {chosen && !changing ? (
        <PayStep
          checkout={checkout}
          chosen={chosen}
          nowMs={nowMs}
          timeIsUp={timeIsUp}
          onChange={() => setChanging(true)}
        />
      ) : (
        <ChooseStep checkout={checkout} timeIsUp={timeIsUp} onChosen={() => setChanging(false)} />
      )}
      {wayBack && (
        <p class="cancel">
          <a {...wayBack}>{t.cancel}</a>
        </p>
      )}
    </>
  );
}
