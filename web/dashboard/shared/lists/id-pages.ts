/** Pages of resources, by the prefix of their ids. Refunds are shown on the page of their payment. */
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

/** Null for what is not a whole id, or has no page. The page itself says if there is no such thing. */
export function pageOfId(id: string): { to: string; kind: string } | null {
  const page = idPages.find(({ prefix }) => id.startsWith(prefix));
  return page && /^[a-z]+_[0-9a-z]{26}$/.test(id) ? { to: `${page.path}${id}`, kind: page.kind } : null;
}
