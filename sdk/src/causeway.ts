import type { CausewayOptions } from './options.ts';
import { createGate } from './paywall/gate.ts';
import type { PaywallOptions } from './paywall/options.ts';
import { Paywall } from './paywall/paywall.ts';
import { Balances } from './resources/balances.ts';
import { Buttons } from './resources/buttons.ts';
import { Deliveries } from './resources/deliveries.ts';
import { Events } from './resources/events.ts';
import { Exports } from './resources/exports.ts';
import { Invoices } from './resources/invoices.ts';
import { PaymentLinks } from './resources/payment-links.ts';
import { Payments } from './resources/payments.ts';
import { Payouts } from './resources/payouts.ts';
import { Refunds } from './resources/refunds.ts';
import { SettlementSettings } from './resources/settlement.ts';
import { UnappliedFunds } from './resources/unapplied-funds.ts';
import { WebhookEndpoints } from './resources/webhook-endpoints.ts';
import { createTransport } from './transport.ts';

/**
 * Client for your Causeway service. Create one and reuse it; it keeps no state between calls.
 *
 * The constructor throws a `CausewayUsageError` for invalid options.
 *
 * @example
 * const causeway = new Causeway({
 *   apiKey: process.env.CAUSEWAY_API_KEY ?? '',
 *   baseUrl: 'https://pay.example.com/api/v1',
 * });
 * const payment = await causeway.payments.create({ amount: '49.99', currency: 'USD' });
 */
export class Causeway {
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly unappliedFunds: UnappliedFunds;
  readonly balances: Balances;
  readonly payouts: Payouts;
  readonly settlement: SettlementSettings;
  readonly invoices: Invoices;
  readonly buttons: Buttons;
  readonly paymentLinks: PaymentLinks;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly exports: Exports;
  readonly #fetch: typeof fetch;

  constructor(options: CausewayOptions) {
    const transport = createTransport(options);
    this.payments = new Payments(transport);
    this.refunds = new Refunds(transport);
    this.unappliedFunds = new UnappliedFunds(transport);
    this.balances = new Balances(transport);
    this.payouts = new Payouts(transport);
    this.settlement = new SettlementSettings(transport);
    this.invoices = new Invoices(transport);
    this.buttons = new Buttons(transport);
    this.paymentLinks = new PaymentLinks(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.deliveries = new Deliveries(transport);
    this.events = new Events(transport);
    this.exports = new Exports(transport);
    // Not called as a method: some runtimes throw "Illegal invocation".
    this.#fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init);
  }

  /**
   * Sells requests to your server to programs, by x402: for Express, Fastify, Hono, `node:http` and fetch handlers.
   *
   * @example
   * const paywall = causeway.paywall({ amount: '0.50', currency: 'USD', description: 'One report' });
   * app.get('/report', paywall.express(), (_req, res) => res.json(report));
   */
  paywall(options: PaywallOptions): Paywall {
    return new Paywall(createGate(this.payments, this.#fetch, options));
  }
}
