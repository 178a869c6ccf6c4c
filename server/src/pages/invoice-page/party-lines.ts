import type { InvoiceWords } from '../words/invoice-words.ts';

/** Address and tax id of the seller or the customer, one line each. */
export function partyLines(
  address: string | null,
  taxId: string | null,
  words: Pick<InvoiceWords, 'taxId'>,
): string[] {
  const lines = address?.split('\n').filter((line) => line.trim() !== '') ?? [];
  return taxId === null ? lines : [...lines, words.taxId(taxId)];
}
