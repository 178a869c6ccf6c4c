import type { InvoiceCreateParams } from '../../../../sdk/src/invoice-types.ts';
import type { PaymentLinkCreateParams } from '../../../../sdk/src/payment-link-types.ts';
import { bodyOf } from '../operations.ts';
import { dashboardLink, type Tool } from '../tool.ts';

/** Ways to ask somebody for money. */

export const createPaymentLink: Tool = {
  name: 'create_payment_link',
  title: 'Create a payment link',
  description:
    'Creates a link that any number of customers can pay, at a fixed amount or one that they enter. Nothing is charged, and nobody is told: it returns the URL to share. It can be switched off in the dashboard.',
  input: bodyOf('createPaymentLink'),
  writes: true,
  async run(args, desk) {
    const link = await desk.causeway.paymentLinks.create(args as unknown as PaymentLinkCreateParams);
    return { payment_link: { ...link }, links: { share: link.url, dashboard: dashboardLink(desk, 'links') } };
  },
};

export const createInvoice: Tool = {
  name: 'create_invoice',
  title: 'Create an invoice',
  description:
    'Creates an invoice as a draft, which people can still change in the dashboard. With send_email true it is final at once, and mailed to customer_email.',
  input: bodyOf('createInvoice'),
  writes: true,
  async run(args, desk) {
    const invoice = await desk.causeway.invoices.create(args as unknown as InvoiceCreateParams);
    return {
      invoice: { ...invoice },
      links: {
        invoice: invoice.invoice_url,
        dashboard: dashboardLink(desk, `invoices/${invoice.invoice_id}`),
      },
    };
  },
};
