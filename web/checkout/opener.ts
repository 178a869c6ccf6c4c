import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CheckoutState } from './checkout-state.ts';

/** The page whose button opened this checkout in a window of its own. */
export interface Opener {
  origin: string;
  isThere(): boolean;
  /** What it is told: it reads how the payment stands from the service before it believes an end. */
  tell(news: News): void;
  /** Ends this window; the page behind it takes over. */
  close(): void;
}

type News = Pick<CheckoutState, 'payment_id' | 'status' | 'redirect_url'> & {
  /** The payment that takes this one's place. */
  next_payment_id?: string;
};

/** Set by button.js. A window that was opened by something else can have an opener too, which waits for nothing. */
const mark = '#popup';

export function findOpener({ opener_origin: origin }: CheckoutState): Opener | null {
  const opener: Window | null = window.opener;
  if (!opener || origin === null || location.hash !== mark) return null;
  return {
    origin,
    isThere: () => !opener.closed,
    tell: (news) => opener.postMessage({ source: 'causeway', ...news }, origin),
    close: () => window.close(),
  };
}

/** The address of another checkout that is to be shown in this window. */
export function inSameWindow(url: string, opener: Opener | null): string {
  return opener ? url + mark : url;
}

export const OpenerContext = createContext<Opener | null>(null);

export function useOpener(): Opener | null {
  const opener = useContext(OpenerContext);
  return opener?.isThere() ? opener : null;
}

interface WayBack {
  href: string;
  onClick?: (event: Event) => void;
}

/** Properties of a link to the shop. Where its page waits behind this window, the way back is to close the window. */
export function useWayBack(url: string | null): WayBack | null {
  const opener = useOpener();
  if (!opener) return url === null ? null : { href: url };
  return {
    href: url ?? opener.origin,
    onClick(event) {
      event.preventDefault();
      opener.close();
    },
  };
}
