import { settleInvoices } from '../../src/payments/invoices/pay-invoice.ts';
import { type Plant, rewriting } from './plant.ts';

/** What merchants and their customers do beside paying: invoices, claim links, payment links, credits. */
export const plantsOfPeople = {
  'invoice-paid-early': {
    about: 'An invoice is paid as soon as its payment is seen.',
    within: 20,
    prepare: (ctx) => {
      ctx.followers.paymentsMoved = (tx, move, rows) =>
        settleInvoices(ctx, tx, move === 'detect' ? 'confirm' : 'detect', rows);
    },
  },
  'invoice-unpaid': {
    about: 'The payment of an invoice completes, and the invoice stays open.',
    within: 20,
    prepare: (ctx) => {
      ctx.followers.paymentsMoved = async () => {};
    },
  },
  'number-left-out': {
    about: 'The next invoice number skips one.',
    within: 20,
    rewrite: rewriting(
      'update invoice_counters',
      'then counter.last_number + 1',
      'then counter.last_number + 1 + counter.last_number',
    ),
  },
  'number-again': {
    about: 'The counter of invoice numbers does not move.',
    within: 20,
    rewrite: rewriting(
      'update invoice_counters',
      'then counter.last_number + 1',
      'then greatest(counter.last_number, 1)',
    ),
  },
  'mailed-twice': {
    about: 'An invoice is mailed twice.',
    within: 20,
    rewrite: rewriting(
      'insert into emails',
      /select email_id, (.*) from json_to_recordset\((.*)\) as row \((.*)\)/s,
      "select email_id || copy, $1 from json_to_recordset($2) as row ($3), (values (''), ('x')) as copies (copy) where copy = '' or kind = 'invoice'",
    ),
  },
  'overdue-stays': {
    about: 'Invoices do not expire.',
    within: 20,
    rewrite: rewriting('order by due_date limit', "status = 'open' and", "status = 'none' and"),
  },
  'second-address-counts': {
    about: 'The second of two addresses for a refund counts, too.',
    within: 40,
    rewrite: rewriting(
      'check_at = null',
      /and status = 'processing'\s+and refunded_to is null/,
      "and status = 'processing'",
    ),
  },
  'address-not-kept': {
    about: 'A refund waits on for an address after one was given.',
    within: 30,
    rewrite: rewriting(
      'update refunds set refunded_to =',
      /refunded_to = (\$\d+), check_at = null/,
      'reason = coalesce(reason, $1), check_at = check_at',
    ),
  },
  'waits-for-ever': {
    about: 'Refunds wait for an address without end.',
    within: 60,
    rewrite: rewriting(
      'check_at <=',
      'refunded_to is null and check_at <= ',
      'refunded_to is null and check_at is null and check_at <= ',
    ),
  },
  'credit-unbooked': {
    about: 'Unapplied money is credited and not booked.',
    within: 20,
    rewrite: rewriting(
      'insert into ledger_entries',
      'as entry (source, kind)',
      "as entry (source, kind) where entry.kind <> 'credit'",
    ),
  },
  'link-forgotten': {
    about: 'Payments of a link are not noted as its own.',
    within: 20,
    rewrite: rewriting('insert into payment_link_payments', /values \(([^)]*)\)/, 'select $1 where false'),
  },
  'maximum-forgotten': {
    about: "The merchant's maximum does not count.",
    within: 20,
    rewrite: rewriting('m.max_usd_minor', 'm.max_usd_minor', 'null::bigint as max_usd_minor'),
  },
} as const satisfies Record<string, Plant>;
