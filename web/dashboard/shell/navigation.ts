import type { Permission } from '../shared/api/types.ts';
import type { IconName } from '../shared/icons.tsx';

export interface NavigationItem {
  to: string;
  label: string;
  icon?: IconName;
  /** Shown only to members with this permission. */
  permission?: Permission;
  /** Child pages, shown while one of them is open. */
  children?: NavigationItem[];
}

export const navigation: NavigationItem[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/payments', label: 'Payments', icon: 'payment' },
  { to: '/refunds', label: 'Refunds', icon: 'refund' },
  { to: '/unapplied', label: 'Unapplied money', icon: 'unapplied' },
  { to: '/invoices', label: 'Invoices', icon: 'invoice' },
  { to: '/balances', label: 'Balances', icon: 'balance' },
  { to: '/payouts', label: 'Payouts', icon: 'payout' },
  { to: '/payment-links', label: 'Payment links', icon: 'link' },
  { to: '/buttons', label: 'Buttons', icon: 'button' },
  {
    to: '/developers',
    label: 'Developers',
    icon: 'code',
    children: [
      { to: '/developers/keys', label: 'API keys' },
      { to: '/developers/webhooks', label: 'Webhooks' },
      { to: '/developers/events', label: 'Events' },
      { to: '/developers/requests', label: 'Requests' },
      { to: '/developers/outbox', label: 'E-mail outbox' },
      { to: '/developers/chains', label: 'Chains' },
    ],
  },
  {
    to: '/settings',
    label: 'Settings',
    icon: 'settings',
    children: [
      { to: '/settings/business', label: 'Business' },
      { to: '/settings/payouts', label: 'Payouts' },
      { to: '/settings/checkout', label: 'Checkout' },
      { to: '/settings/members', label: 'Members' },
      { to: '/settings/notifications', label: 'Notifications' },
      { to: '/settings/security', label: 'Security' },
      { to: '/settings/audit', label: 'Audit log', permission: 'audit.read' },
    ],
  },
];

export function isBelow(path: string, to: string): boolean {
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
}

/** The navigation item that a path belongs to, such as the list of a resource. */
export function sectionOf(path: string): string {
  const all = navigation.flatMap((item) => [...(item.children ?? []), item]);
  return all.find(({ to }) => to !== '/' && isBelow(path, to))?.to ?? '/';
}
