import type { Locale } from '../../../src/lib/locales.ts';
import type {
  CustomerMessage,
  InvoiceMessage,
  NoticeMessage,
  PaymentReceiptMessage,
  ReceiptMessage,
  RefundClaimMessage,
  RefundMessage,
  SecurityMessage,
} from '../../../src/messages/email/messages.ts';

const invoice = {
  invoice_number: 'INV-000042',
  customer_name: 'Ada Lovelace',
  currency: 'EUR',
  line_items: [
    { description: 'Website redesign', quantity: '1', unit_price: '1000.00', amount: '1000.00' },
    { description: 'Hosting', quantity: '2.5', unit_price: '100.00', amount: '250.00' },
  ],
  subtotal: '1250.00',
  tax_rate: '0.19',
  tax_amount: '237.50',
  amount: '1487.50',
  memo: 'Thank you.\nSee you soon.',
  invoice_url: 'https://pay.shop.example/invoice/inv_1',
} as const;

const paid = {
  chain: 'ethereum',
  token: 'USDC',
  token_amount: '1600.123400',
  tx_hash: `0x${'ab'.repeat(32)}`,
} as const;

export const invoiceMessage = (locale: Locale = 'en'): InvoiceMessage => ({
  ...invoice,
  line_items: [...invoice.line_items],
  kind: 'invoice',
  locale,
  due_date: '2026-12-15',
});

export const receiptMessage = (locale: Locale = 'en'): ReceiptMessage => ({
  ...invoice,
  ...paid,
  line_items: [...invoice.line_items],
  kind: 'invoice_paid',
  locale,
  paid_at: '2026-11-15T14:05:00.000Z',
});

export const paymentReceiptMessage = (locale: Locale = 'en'): PaymentReceiptMessage => ({
  ...paid,
  kind: 'payment_receipt',
  locale,
  amount: '49.99',
  currency: 'USD',
  description: 'Two tickets',
  reference_id: 'order-1234',
  paid_at: '2026-11-15T14:05:00.000Z',
  checkout_url: 'https://pay.shop.example/checkout/pay_1',
});

const refund = {
  refund_id: 'ref_1',
  amount: '49.99',
  currency: 'USD',
  payment_amount: '120.00',
  description: 'Two tickets',
  reference_id: 'order-1234',
  reason: 'One could not be delivered.',
  chain: 'ethereum',
  token: 'USDC',
  token_amount: '49.990000',
} as const;

export const refundMessage = (locale: Locale = 'en'): RefundMessage => ({
  ...refund,
  kind: 'refund_completed',
  locale,
  tx_hash: paid.tx_hash,
  refunded_to: `0x${'cd'.repeat(20)}`,
  completed_at: '2026-11-15T14:05:00.000Z',
});

export const refundClaimMessage = (locale: Locale = 'en'): RefundClaimMessage => ({
  ...refund,
  kind: 'refund_claim',
  locale,
  link: 'https://pay.shop.example/refunds/claim/token',
  expires_at: '2026-11-22T14:05:00.000Z',
  refused: null,
});

export const messagesIn = (locale: Locale): CustomerMessage[] => [
  invoiceMessage(locale),
  receiptMessage(locale),
  paymentReceiptMessage(locale),
  refundMessage(locale),
  refundClaimMessage(locale),
  // Of unapplied money.
  { ...refundClaimMessage(locale), amount: null, reason: null },
];

export const noticesIn = (locale: Locale): NoticeMessage[] => {
  const told = { locale, unsubscribe_url: 'https://pay.shop.example/unsubscribe/token' };
  const page_url = 'https://pay.shop.example/dashboard/';
  const money = { amount: '49.99', currency: 'USD', ...paid } as const;
  const { tx_hash: _, ...received } = { ...money, description: 'Two tickets', reference_id: null };
  const since = '2026-11-15T14:05:00.000Z';
  const endpoint = { endpoint_id: 'we_1', environment: 'live', url: 'https://shop.example/hook' } as const;
  const failing = { ...endpoint, failing_since: since, last_error: null };
  return [
    {
      ...told,
      ...received,
      kind: 'payment_notice',
      payment_id: 'pay_1',
      customer_email: null,
      paid_at: since,
      page_url,
    },
    {
      ...told,
      ...money,
      kind: 'payout_notice',
      payout_id: 'po_1',
      address: '0xab',
      sent_at: since,
      page_url,
    },
    { ...told, ...failing, kind: 'endpoint_notice', disabled: false, page_url },
    { ...told, ...failing, kind: 'endpoint_notice', disabled: true, page_url },
    ...(['payment_received', 'payout_sent', 'endpoint_failing'] as const).map((about) => ({
      ...told,
      kind: 'notice_digest' as const,
      about,
      day: '2026-11-15',
      count: 1234,
      totals: [{ amount: '49.99', currency: 'USD' as const }],
      page_url,
    })),
  ];
};

export const securityIn = (locale: Locale): SecurityMessage[] => {
  const done = {
    kind: 'security_notice',
    locale,
    done_by: 'eve@shop.example',
    done_at: '2026-11-15T14:05:00.000Z',
    page_url: 'https://pay.shop.example/dashboard/',
  } as const;
  const money = { chain: 'base', token: 'USDC', token_amount: '8.000000' } as const;
  return [
    { ...done, ...money, about: 'address', address: `0x${'ab'.repeat(20)}` },
    { ...done, ...money, about: 'claim_link', address: null },
    { ...done, about: 'key', key: 'Server (…a1b2)' },
  ];
};
