import { useEffect } from 'preact/hooks';
import { ChooseStep } from '../choose/choose-step.tsx';
import { useEmail } from '../choose/use-email.ts';
import { useLanguage } from '../i18n.ts';
import { PayStep } from '../pay/pay-step.tsx';
import type { Checkout } from '../use-checkout.ts';
import { useStep } from '../use-step.ts';
import { Unapplied } from './unapplied.tsx';
import { WayBack } from './way-back.tsx';

interface Props {
  checkout: Checkout;
  nowMs: number;
  secondsLeft: number;
}

/** The choice is stored by the server and shared between tabs; the step belongs to this tab alone. */
export function Pending({ checkout, nowMs, secondsLeft }: Props) {
  const { t } = useLanguage();
  const { check } = checkout;
  const { chosen } = checkout.state;
  const { changing, goTo } = useStep(chosen ? 'pay' : 'choose');
  const email = useEmail(checkout.state.customer_email, checkout.saveEmail);
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
      <Unapplied state={checkout.state} />
      {chosen && !changing ? (
        <PayStep
          checkout={checkout}
          chosen={chosen}
          nowMs={nowMs}
          secondsLeft={secondsLeft}
          email={email}
          onChange={() => goTo('choose')}
        />
      ) : (
        <>
          <ChooseStep checkout={checkout} timeIsUp={timeIsUp} email={email} onChosen={() => goTo('pay')} />
          <WayBack state={checkout.state} />
        </>
      )}
    </>
  );
}
