import type { InvoiceStatus } from '../../payments/invoices/states.ts';

/** JSON that the invoice page embeds for its script, `web/invoice`. */
export interface InvoicePageData {
  /** Path of the page below the site: "/invoice/inv_…". */
  path: string;
  /** The state the page was rendered with. The page is stale once the server's state differs. */
  known: KnownState;
  /** Why Pay Now failed, in the language of the page. */
  error: { paid: string; closed: string; tooMany: string; unreachable: string; other: string };
}

interface KnownState {
  status: Exclude<InvoiceStatus, 'draft'>;
  under_way: 'pending' | 'processing' | null;
  payable: boolean;
}
