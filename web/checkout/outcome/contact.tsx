import type { CheckoutState } from '../checkout-state.ts';

/** Where to reach the merchant, below a sentence that says to ask. Nothing if it has set nothing. */
export function Contact({ state: { contacts } }: { state: CheckoutState }) {
  return contacts.map(({ text, href }) => (
    <a key={href} class="contact" href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  ));
}
