import type { SenderView } from '../chains/evm/sender-node.ts';
import { chains } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import { minuteMs } from '../durations.ts';
import type { LiveChain } from '../watching/live-chain.ts';
import { type BatchRow, upsertGasLevel } from './batch-store.ts';
import { marketFees } from './fees.ts';

/** Gas of a payment alone. */
const gasPerTransfer = 120_000n;
const lowBelow = 50;
const stuckAfterMs = 30 * minuteMs;

/** Watches what an operator has to do something about. Logs when that changes. */
export interface Alarms {
  noteGas(view: SenderView): Promise<void>;
  noteOpen(batches: readonly BatchRow[]): void;
}

export function createAlarms(
  { log, metrics, clock, db }: Context,
  chain: LiveChain,
  operator: string,
): Alarms {
  const labels = { chain: chain.id };
  const native = chains[chain.id].tokens[0];
  let wasLow: boolean | null = null;
  const stuck = new Set<string>();
  return {
    async noteGas(view) {
      const left = Number(view.balance / (gasPerTransfer * marketFees(view).maxFee + 1n));
      metrics.transfers.gasBalance.set(labels, Number(view.balance) / 10 ** (native?.decimals ?? 18));
      metrics.transfers.gasLeft.set(labels, left);
      const isLow = left < lowBelow;
      if (isLow && !wasLow)
        log.error({ ...labels, left, operator }, `low gas: send ${native?.symbol} to the operator`);
      if (!isLow && wasLow) log.info({ ...labels, left }, 'gas is enough again');
      if (isLow !== wasLow) await upsertGasLevel(db, chain.id, isLow, clock.now());
      wasLow = isLow;
    },
    noteOpen(batches) {
      const old = batches.filter(({ created_at }) => clock.nowMs() - created_at.getTime() > stuckAfterMs);
      metrics.transfers.stuck.set(labels, old.length);
      for (const { batch_id: batchId, nonce, generation } of old) {
        if (stuck.has(batchId)) continue;
        stuck.add(batchId);
        log.error({ ...labels, batchId, nonce: Number(nonce), generation }, 'transfers are stuck');
      }
      const ids = new Set(old.map(({ batch_id }) => batch_id));
      for (const id of stuck) if (!ids.has(id)) stuck.delete(id);
    },
  };
}
