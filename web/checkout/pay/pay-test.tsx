import { formatTime, formatTokens, shorten } from '../../shared/format.ts';
import { Icon } from '../../shared/icons.tsx';
import type { ChosenOption } from '../checkout-state.ts';
import { EmailField } from '../choose/email-field.tsx';
import type { EmailDraft } from '../choose/use-email.ts';
import { Form } from '../form.tsx';
import { useLanguage } from '../i18n.ts';
import type { Checkout } from '../use-checkout.ts';

interface Props {
  checkout: Checkout;
  chosen: ChosenOption;
  nowMs: number;
  timeIsUp: boolean;
  email: EmailDraft;
}

/** A test payment of this amount sees no transaction, in every currency. */
const neverPaidAmount = '4.04';

/** Payment from the pre-funded wallet of test mode. */
export function PayTest({ checkout, chosen, nowMs, timeIsUp, email }: Props) {
  const { t, tag } = useLanguage();
  const paying = checkout.busy === 'pay' || checkout.sent;
  const { test_wallet: wallet } = chosen;
  const submit = () => {
    if (!timeIsUp && !checkout.sent) checkout.pay({ chain: chosen.chain, token: chosen.token });
  };
  return (
    <Form email={email} onSubmit={submit}>
      {checkout.state.amount === neverPaidAmount && (
        <p class="notice notice-warning">
          <Icon name="clock" />
          {t.neverPaid(formatTime(tag, checkout.state.expires_at, nowMs))}
        </p>
      )}
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
      <EmailField email={email} />
      <div class="actions actions-sticky">
        <button type="submit" class="button" disabled={timeIsUp} aria-busy={paying}>
          {paying ? t.paying : t.pay(formatTokens(tag, chosen.token_amount, chosen.token))}
        </button>
      </div>
      <p class="fine" role="status">
        {paying ? t.waiting : t.testModeNote}
      </p>
    </Form>
  );
}
