import type { Attention, Permission } from '../shared/api/types.ts';
import type { IconName } from '../shared/icons.tsx';

export interface NavigationItem {
  to: string;
  label: string;
  icon?: IconName;
  /** Shown only to members with this permission. */
  permission?: Permission;
  /** How many things on this page need attention. */
  count?(attention: Attention): number;
  /** Stands apart from the entries before it. */
  startsGroup?: true;
  /** Child pages, shown while one of them is open. */
  children?: NavigationItem[];
}

export const navigation: NavigationItem[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/payments', label: 'Payments', icon: 'payment', startsGroup: true },
  { to: '/refunds', label: 'Refunds', icon: 'refund', count: ({ waiting_refunds }) => waiting_refunds },
  { to: '/unapplied', label: 'Unapplied money', icon: 'unapplied', count: ({ unapplied }) => unapplied },
  { to: '/invoices', label: 'Invoices', icon: 'invoice' },
  { to: '/balances', label: 'Balances', icon: 'balance', startsGroup: true },
  { to: '/payouts', label: 'Payouts', icon: 'payout', count: ({ failed_payouts }) => failed_payouts },
  { to: '/approvals', label: 'Approvals', icon: 'approval', count: ({ approvals }) => approvals },
  { to: '/payment-links', label: 'Payment links', icon: 'link', startsGroup: true },
  { to: '/buttons', label: 'Buttons', icon: 'button' },
  {
    to: '/developers',
    label: 'Developers',
    icon: 'code',
    startsGroup: true,
    count: ({ failing_endpoints, chains }) => failing_endpoints + chains.length,
    children: [
      { to: '/developers/keys', label: 'API keys' },
      { to: '/developers/webhooks', label: 'Webhooks', count: ({ failing_endpoints }) => failing_endpoints },
      { to: '/developers/events', label: 'Events' },
      { to: '/developers/requests', label: 'Requests' },
      { to: '/developers/outbox', label: 'E-mail outbox' },
      { to: '/developers/chains', label: 'Chains', count: ({ chains }) => chains.length },
    ],
  },
  {
    to: '/settings',
    label: 'Settings',
    icon: 'settings',
    children: [
      { to: '/settings/business', label: 'Business' },
      { to: '/settings/branding', label: 'Branding' },
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
