import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CheckoutState } from './checkout-state.ts';

/** The merchant's page whose button opened this checkout in a popup. */
export interface Opener {
  origin: string;
  isThere(): boolean;
  /** Posts a status to that page. It reads the payment from the API before it trusts a final status. */
  tell(news: News): void;
  /** Closes the popup. */
  close(): void;
}

type News = Pick<CheckoutState, 'payment_id' | 'status' | 'redirect_url' | 'retried_from'>;

/** Set by button.js: a window opened by anything else can have an opener too, but nothing there listens. */
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

/** URL that opens another checkout in this window and keeps it a popup. */
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

/** Props of a link back to the shop. In a popup the link closes the window instead. */
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
