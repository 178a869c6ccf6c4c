import { type CheckoutState, isCheckoutState } from './checkout-state.ts';

export interface StreamHandlers {
  onState(state: CheckoutState): void;
  onLost(): void;
}

export interface Stream {
  close(): void;
}

/** Closes on any error: EventSource does not reconnect after an HTTP error, so `follow` does all reconnects. */
export function openEventStream(url: string, { onState, onLost }: StreamHandlers): Stream {
  const source = new EventSource(url);
  source.addEventListener('state', ({ data }: MessageEvent<string>) => {
    const state: unknown = JSON.parse(data);
    if (isCheckoutState(state)) onState(state);
  });
  source.addEventListener('error', () => {
    source.close();
    onLost();
  });
  return source;
}
