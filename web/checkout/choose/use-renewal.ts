import { useEffect, useRef } from 'preact/hooks';
import type { ChosenOption } from '../checkout-state.ts';
import type { Checkout } from '../use-checkout.ts';

interface Renewal {
  /** The quote has run out: nothing may be paid before there is a new one. */
  isOver: boolean;
  /** The amount has changed while the page was open. */
  hasChanged: boolean;
  renew(): void;
}

/** Asks for a new quote when the locked one has run out, as long as the payment is still to be paid. */
export function useRenewal(
  checkout: Checkout,
  chosen: ChosenOption,
  nowMs: number,
  isClosed: boolean,
): Renewal {
  const { chain, token, token_amount: amount, quote_expires_at: end } = chosen;
  const isOver = !isClosed && end !== null && Date.parse(end) <= nowMs;
  const first = useRef({ option: `${chain} ${token}`, amount });
  if (first.current.option !== `${chain} ${token}`) first.current = { option: `${chain} ${token}`, amount };
  const renew = () => void checkout.choose({ chain, token });
  const newest = useRef(renew);
  newest.current = renew;
  // Once for each quote. If it fails, the error says so and there is a button.
  const ended = isOver ? end : null;
  useEffect(() => {
    if (ended) newest.current();
  }, [ended]);
  return { isOver, hasChanged: first.current.amount !== amount, renew };
}
