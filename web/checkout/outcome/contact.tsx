import type { CheckoutState } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';

interface Props {
  state: CheckoutState;
}

/** Where to reach the merchant, below a sentence that says to ask. Nothing if it has set nothing. */
export function Contact({ state: { contacts } }: Props) {
  return (
    <p class="contacts">
      {contacts.map(({ text, href }) => (
        <a key={href} href={href} target="_blank" rel="noreferrer">
          {text}
        </a>
      ))}
    </p>
  );
}

/** The same with a sentence of its own, at the end of a page that says nothing about whom to ask. */
export function Questions({ state }: Props) {
  const { t } = useLanguage();
  return (
    state.contacts.length > 0 && (
      <div class="fine">
        {t.questions}
        <Contact state={state} />
      </div>
    )
  );
}
