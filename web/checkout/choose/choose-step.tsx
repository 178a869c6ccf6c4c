import { useState } from 'preact/hooks';
import { formatTokens } from '../../shared/format.ts';
import { Icon } from '../../shared/icons.tsx';
import type { Choice } from '../checkout-state.ts';
import { Form } from '../form.tsx';
import { useLanguage } from '../i18n.ts';
import { Contact } from '../outcome/contact.tsx';
import type { Checkout } from '../use-checkout.ts';
import { ChainChoice } from './chain-choice.tsx';
import { chosenToken, effectiveChoice, preferredToken } from './choice.ts';
import { EmailField } from './email-field.tsx';
import { TokenChoice } from './token-choice.tsx';
import type { EmailDraft } from './use-email.ts';

interface Props {
  checkout: Checkout;
  timeIsUp: boolean;
  email: EmailDraft;
  onChosen(): void;
}

/** Pick a network and a token. Submitting locks the price; nothing is charged yet. */
export function ChooseStep({ checkout, timeIsUp, email, onChosen }: Props) {
  const { t, tag } = useLanguage();
  const { options, chosen } = checkout.state;
  const [wanted, setWanted] = useState<Choice | null>(chosen);
  const choice = effectiveChoice(options, wanted);
  const option = options.find(({ chain }) => chain === choice?.chain);
  if (!choice || !option) {
    return (
      <>
        <h2 tabIndex={-1}>{t.chooseHeading}</h2>
        <p class="notice">
          {t.noWays} <Contact state={checkout.state} />
        </p>
      </>
    );
  }
  const asked = chosenToken(options, choice);
  const amount = formatTokens(tag, asked?.token_amount ?? '', asked?.symbol ?? choice.token);
  const submit = async () => {
    if (!timeIsUp && (await checkout.choose(choice))) onChosen();
  };
  return (
    <Form email={email} onSubmit={submit}>
      <h2 tabIndex={-1}>{t.chooseHeading}</h2>
      <ChainChoice
        options={options}
        chain={choice.chain}
        onChange={(next) => {
          const kept = next.tokens.some(({ token }) => token === choice.token);
          const token = kept ? choice.token : preferredToken(next);
          if (token) setWanted({ chain: next.chain, token });
        }}
      />
      <TokenChoice
        option={option}
        token={choice.token}
        onChange={(token) => setWanted({ chain: choice.chain, token })}
      />
      <EmailField email={email} />
      <div class="actions actions-sticky">
        <button type="submit" class="button" disabled={timeIsUp} aria-busy={checkout.busy === 'choose'}>
          {checkout.busy === 'choose' ? t.oneMoment : t.continueWith(amount)}
        </button>
      </div>
      <p class="fine">
        <Icon name="lock" />
        {t.lockNote}
      </p>
    </Form>
  );
}
