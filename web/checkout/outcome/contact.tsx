import type { CheckoutState } from '../checkout-state.ts';

/** Where to reach the merchant, below a sentence that says to ask. Nothing if it has set no address. */
export function Contact({ state: { contact } }: { state: CheckoutState }) {
  return contact ? <a href={`mailto:${contact}`}>{contact}</a> : null;
}
