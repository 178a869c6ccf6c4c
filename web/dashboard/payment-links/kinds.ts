import type { Button, PaymentLink, PaymentLinkListItem } from '../shared/api/types.ts';

/** A payment link or a button: the same pages show both, and this is what differs. */
export const linkKind = {
  noun: 'payment link',
  /** In a heading or at the start of a sentence. */
  title: 'Payment link',
  plural: 'Payment links',
  pages: '/payment-links',
  listPath: '/api/v1/payment_links',
  path: '/api/v1/payment_links/{payment_link_id}',
  permission: 'payments.write',
  about: 'Links that many customers can pay. Share them, or print them as QR codes.',
  aboutNew: 'Many customers can pay it. Each gets a payment of their own.',
  none: 'A link with a fixed amount, or one that customers choose. You need no website.',
  writers: 'an owner, a developer or finance',
  whenOff: 'Its page says that it takes no more payments. Payments already created can still be paid.',
} as const;

export const buttonKind = {
  noun: 'button',
  title: 'Button',
  plural: 'Buttons',
  pages: '/buttons',
  listPath: '/api/v1/buttons',
  path: '/api/v1/buttons/{button_id}',
  permission: 'buttons.write',
  about: 'Payment buttons for your website. Add one by pasting a line of HTML.',
  aboutNew: 'The price is set here and cannot be changed by visitors of your website.',
  none: 'Create a button and paste it into your website. You need no server of your own.',
  writers: 'an owner or a developer',
  whenOff: 'Your website shows it as unavailable. Payments already created from it can still be paid.',
} as const;

export type Kind = typeof linkKind | typeof buttonKind;
export type AnyLink = PaymentLink | Button;

export function idOf(link: PaymentLinkListItem | Button): string {
  return 'button_id' in link ? link.button_id : link.payment_link_id;
}

/** The id in the path of the API, by the name of either kind. */
export const inPath = (id: string) => ({ path: { payment_link_id: id, button_id: id } });

/** What the customer meets: an active link can also have expired. */
export function shownStatus(
  link: Pick<PaymentLinkListItem, 'status' | 'expires_at'> | Pick<Button, 'status'>,
  nowMs = Date.now(),
): string {
  const end = 'expires_at' in link ? link.expires_at : null;
  return link.status === 'active' && end !== null && Date.parse(end) <= nowMs ? 'expired' : link.status;
}
