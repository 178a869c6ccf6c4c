import { searchBack } from '../../../chains/evm/search-back.ts';
import type { SenderView } from '../../../chains/evm/sender-node.ts';
import { hourMs } from '../../../lib/durations.ts';
import type { OutgoingPayment } from '../match-payments.ts';
import { type NamedTransfer, startOf } from '../pay-ids.ts';
import { finalNumber, type Sender } from './sender.ts';
import { paidFilter, paymentsIn } from './vault-calls.ts';

/**
 * Finds the payment under an id that the vault has used: it was made before a backup was restored. Reads back to the creation
 * of the payment, merchant or route that the series names. Null if no block has it.
 */
export async function findPaid(
  { chain, vault, reads }: Sender,
  { pay_id, series, created_at }: NamedTransfer,
  view: SenderView,
): Promise<OutgoingPayment | 'too old' | null> {
  const startMs = Math.min(startOf(series ?? '').getTime(), created_at.getTime());
  const since = new Date(startMs - hourMs);
  const final = finalNumber(chain, view);
  return searchBack(reads, view.head.number, since, paidFilter(vault), (logs) => {
    const payment = paymentsIn(chain, vault, logs).find(({ key }) => key === pay_id);
    return payment ? { ...payment, isFinal: payment.blockNumber <= final } : null;
  });
}
