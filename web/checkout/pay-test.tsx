import { formatTokens, shorten } from '../shared/format.ts';
import type { ChosenOption } from './checkout-state.ts';
import { EmailField } from './email-field.tsx';
import { Form } from './form.tsx';
import { useLanguage } from './i18n.ts';
import type { Checkout } from './use-checkout.ts';

interface Props {
  checkout: Checkout;
  chosen: ChosenOption;
  timeIsUp: boolean;
}

/** Payment from the pre-funded wallet of test mode. */
export function PayTest({ checkout, chosen, timeIsUp }: Props) {
  const { t, tag } = useLanguage();
  const paying = checkout.busy === 'pay' || checkout.sent;
  const { test_wallet: wallet } = chosen;
  const submit = () => {
    if (!timeIsUp && !checkout.sent) checkout.pay({ chain: chosen.chain, token: chosen.token });
  };
  return (
    <Form onSubmit={submit}>
      {wallet && (
        <dl class="wallet">
          <div>
            <dt>{t.testWallet}</dt>
            <dd class="mono" title={wallet.address}>
              {shorten(wallet.address)}
            </dd>
          </div>
          <div>
            <dt>{t.balance}</dt>
            <dd>{formatTokens(tag, wallet.balance, chosen.token)}</dd>
          </div>
        </dl>
      )}
      <EmailField email={checkout.state.customer_email} save={checkout.saveEmail} />
      <div class="actions actions-sticky">
        <button type="submit" class="button" disabled={timeIsUp} aria-busy={paying}>
          {paying ? t.paying : t.pay(formatTokens(tag, chosen.token_amount, chosen.token))}
        </button>
      </div>
      <p class="fine">{t.testModeNote}</p>
    </Form>
  );
}
