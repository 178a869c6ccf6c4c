import type { RecipientProblem } from '../../../treasury/transfers/recipients.ts';

/** Text of the page that e-mails and the invoice page do not have. A language that lacks an entry does not compile. */
export interface ClaimPageWords {
  notFoundTitle: string;
  notFoundText: string;
  status: Record<'waiting' | 'processing' | 'completed' | 'failed', string>;
  /** Label of the field. */
  address(network: string): string;
  exchange(token: string, network: string): string;
  proceed: string;
  confirmTitle: string;
  confirmText: string;
  confirm: string;
  change: string;
  until(date: string): string;
  processing: string;
  completed: string;
  failed(shop: string): string;
  viewTransaction: string;
  /** What is wrong with an address. */
  problem: Record<RecipientProblem, (network: string) => string>;
}
