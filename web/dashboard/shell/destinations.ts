import { type NavigationItem, navigation } from './navigation.ts';

export interface Destination {
  to: string;
  label: string;
  /** What kind of thing it is. */
  kind: string;
}

const idPages: { prefix: string; kind: string; path: string }[] = [
  { prefix: 'pay_', kind: 'Payment', path: '/payments/' },
  { prefix: 'inv_', kind: 'Invoice', path: '/invoices/' },
  { prefix: 'po_', kind: 'Payout', path: '/payouts/' },
  { prefix: 'plink_', kind: 'Payment link', path: '/payment-links/' },
  { prefix: 'btn_', kind: 'Button', path: '/buttons/' },
  { prefix: 'evt_', kind: 'Event', path: '/developers/events/' },
  { prefix: 'we_', kind: 'Webhook endpoint', path: '/developers/webhooks/' },
  { prefix: 'eml_', kind: 'E-mail', path: '/developers/outbox/' },
];

/** The page of a whole id. The page itself says if there is no such thing. */
export function idDestination(text: string): Destination | null {
  const id = text.trim().toLowerCase();
  const page = idPages.find(({ prefix }) => id.startsWith(prefix));
  return page && /^[a-z]+_[0-9a-z]{26}$/.test(id)
    ? { to: `${page.path}${id}`, label: id, kind: page.kind }
    : null;
}

/** Pages of the navigation whose name contains the text; all without a text. */
export function pageDestinations(text: string, isShown: (item: NavigationItem) => boolean): Destination[] {
  const wanted = text.trim().toLowerCase();
  return navigation
    .flatMap((item) =>
      item.children
        ? item.children.filter(isShown).map(({ to, label }) => ({ to, label, kind: item.label }))
        : [{ to: item.to, label: item.label, kind: 'Page' }],
    )
    .filter(({ label, kind }) => `${label} ${kind}`.toLowerCase().includes(wanted));
}
