import type { CheckoutState } from '../checkout/checkout-state.ts';
import { chosen, completed, pendingState, processing, transaction } from './sample.ts';

interface Step {
  state: CheckoutState;
  forMs: number;
  /** Shows a page that opens with this state; else the open page hears of it, as from the server. */
  opens?: boolean;
}

const confirming = [0, 6, 13, 20].map((confirmations) => ({
  state: { ...processing, transaction: { ...transaction, confirmations } },
  forMs: 1000,
}));

/** What a customer sees from the choice to the end. */
const steps: Step[] = [
  { state: pendingState, forMs: 4000, opens: true },
  { state: { ...pendingState, chosen }, forMs: 4000, opens: true },
  ...confirming,
  { state: completed, forMs: 5000 },
];

/** Plays the steps of a payment over and over. Stays at the first for those who want no motion. */
export function playTour(open: (state: CheckoutState) => void, tell: (state: CheckoutState) => void): void {
  const play = (place: number) => {
    const step = steps[place % steps.length];
    if (!step) return;
    const now = Date.now();
    const state = {
      ...step.state,
      server_time: new Date(now).toISOString(),
      expires_at: new Date(now + 29 * 60_000).toISOString(),
    };
    if (step.opens) open(state);
    else tell(state);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      setTimeout(() => play(place + 1), step.forMs);
  };
  play(0);
}
