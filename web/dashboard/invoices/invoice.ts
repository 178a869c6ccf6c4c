import type { Invoice } from '../shared/types.ts';

/** Invoices as the API gives them. */

export const invoiceStatuses = [
  'draft',
  'open',
  'paid',
  'expired',
  'void',
] as const satisfies Invoice['status'][];

/** What can be done with an invoice in a state, as the API's own table has it. */
export function actionsOf(status: Invoice['status']) {
  return {
    edit: status === 'draft',
    finalize: status === 'draft',
    send: status === 'open',
    void: status === 'open',
    share: status === 'open' || status === 'paid',
  };
}
