import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { facts } from '../shared/facts.ts';
import { readSearch, type SearchValues, writeSearch } from '../shared/lists/search.ts';
import { BrokenPage } from './broken-page.tsx';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found.tsx';
import { Root } from './root.tsx';

/** Every page behind the sign-in, lazy-loaded. Those before it are in sign-in/. */

const root = createRootRoute({
  component: Root,
  validateSearch: (search: Record<string, unknown>): SearchValues => {
    const texts = Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return Object.fromEntries(texts);
  },
  // Links keep the current environment.
  search: { middlewares: [retainSearchParams(['env'])] },
});
const inShell = createRoute({ getParentRoute: () => root, id: 'shell', component: Layout });
const getParentRoute = () => inShell;

const home = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyRouteComponent(() => import('../home/home-page.tsx'), 'HomePage'),
  }),
];

const money = [
  createRoute({
    getParentRoute,
    path: '/payments',
    component: lazyRouteComponent(() => import('../payments/payments-page.tsx'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payments/new',
    component: lazyRouteComponent(() => import('../payments/new-payment-page.tsx'), 'NewPaymentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payments/$paymentId',
    component: lazyRouteComponent(() => import('../payments/payment-page.tsx'), 'PaymentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/refunds',
    component: lazyRouteComponent(() => import('../refunds/refunds-page.tsx'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/approvals',
    component: lazyRouteComponent(() => import('../approvals/approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/unapplied',
    component: lazyRouteComponent(() => import('../unapplied/unapplied-page.tsx'), 'UnappliedPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/invoices',
    component: lazyRouteComponent(() => import('../invoices/invoices-page.tsx'), 'InvoicesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/invoices/new',
    component: lazyRouteComponent(() => import('../invoices/new-invoice-page.tsx'), 'NewInvoicePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/invoices/$invoiceId',
    component: lazyRouteComponent(() => import('../invoices/invoice-page.tsx'), 'InvoicePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/invoices/$invoiceId/edit',
    component: lazyRouteComponent(() => import('../invoices/edit-invoice-page.tsx'), 'EditInvoicePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/balances',
    component: lazyRouteComponent(() => import('../payouts/balances-page.tsx'), 'BalancesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payouts',
    component: lazyRouteComponent(() => import('../payouts/payouts-page.tsx'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payouts/$payoutId',
    component: lazyRouteComponent(() => import('../payouts/payout-page.tsx'), 'PayoutPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payment-links',
    component: lazyRouteComponent(() => import('../payment-links/links-page.tsx'), 'PaymentLinksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payment-links/new',
    component: lazyRouteComponent(() => import('../payment-links/new-page.tsx'), 'NewPaymentLinkPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payment-links/$linkId',
    component: lazyRouteComponent(() => import('../payment-links/link-page.tsx'), 'PaymentLinkPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/payment-links/$linkId/print',
    component: lazyRouteComponent(() => import('../payment-links/print-page.tsx'), 'PrintPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/buttons',
    component: lazyRouteComponent(() => import('../payment-links/links-page.tsx'), 'ButtonsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/buttons/new',
    component: lazyRouteComponent(() => import('../payment-links/new-page.tsx'), 'NewButtonPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/buttons/$buttonId',
    component: lazyRouteComponent(() => import('../payment-links/link-page.tsx'), 'ButtonPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/buttons/$buttonId/edit',
    component: lazyRouteComponent(() => import('../payment-links/edit-button-page.tsx'), 'EditButtonPage'),
  }),
];

const developers = [
  createRoute({
    getParentRoute,
    path: '/developers/keys',
    component: lazyRouteComponent(() => import('../developers/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/webhooks',
    component: lazyRouteComponent(() => import('../developers/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/webhooks/$endpointId',
    component: lazyRouteComponent(() => import('../developers/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/webhooks/$endpointId/deliveries/$eventId',
    component: lazyRouteComponent(() => import('../developers/webhooks/delivery-page.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/events',
    component: lazyRouteComponent(() => import('../developers/events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/events/$eventId',
    component: lazyRouteComponent(() => import('../developers/events/event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/requests',
    component: lazyRouteComponent(() => import('../developers/logs/requests-page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/requests/$requestId',
    component: lazyRouteComponent(() => import('../developers/logs/request-page.tsx'), 'RequestPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/outbox',
    component: lazyRouteComponent(() => import('../developers/logs/outbox-page.tsx'), 'OutboxPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/chains',
    component: lazyRouteComponent(() => import('../developers/chains/chains-page.tsx'), 'ChainsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/developers/outbox/$emailId',
    component: lazyRouteComponent(() => import('../developers/logs/email-page.tsx'), 'EmailPage'),
  }),
];

const settings = [
  createRoute({
    getParentRoute,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ to: '/settings/business' });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/settings/business',
    component: lazyRouteComponent(() => import('../settings/business-page.tsx'), 'BusinessPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/branding',
    component: lazyRouteComponent(() => import('../settings/branding-page.tsx'), 'BrandingPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/payouts',
    component: lazyRouteComponent(() => import('../settings/payouts-page.tsx'), 'PayoutSettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/checkout',
    component: lazyRouteComponent(() => import('../settings/checkout-page.tsx'), 'CheckoutPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/members',
    component: lazyRouteComponent(() => import('../settings/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/notifications',
    component: lazyRouteComponent(() => import('../settings/notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/security',
    component: lazyRouteComponent(() => import('../settings/security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/audit',
    component: lazyRouteComponent(() => import('../settings/audit-page.tsx'), 'AuditPage'),
  }),
];

const anythingElse = createRoute({ getParentRoute, path: '/$', component: NotFoundPage });

export const router = createRouter({
  routeTree: root.addChildren([
    inShell.addChildren([...home, ...money, ...developers, ...settings, anythingElse]),
  ]),
  basepath: `${facts.site_path}/dashboard`,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
});
