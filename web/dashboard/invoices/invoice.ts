import type { Invoice } from '../shared/api/types.ts';

export const invoiceStatuses = [
  'draft',
  'open',
  'paid',
  'expired',
  'void',
] as const satisfies Invoice['status'][];

/** The actions each status allows, mirroring the server's table in `payments/invoices/states.ts`. */
export function actionsOf(status: Invoice['status']) {
  return {
    edit: status === 'draft',
    finalize: status === 'draft',
    send: status === 'open',
    void: status === 'open',
    share: status === 'open' || status === 'paid',
  };
}
