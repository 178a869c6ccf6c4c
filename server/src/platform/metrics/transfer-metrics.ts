import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of outgoing transfers. Only workers with a wallet set them. */
export interface TransferMetrics {
  ended: Counter<'chain' | 'kind' | 'status'>;
  signatures: Counter<'chain'>;
  signing: Histogram<'key' | 'kind' | 'result'>;
  stuck: Gauge<'chain'>;
  gasBalance: Gauge<'chain'>;
  gasLeft: Gauge<'chain'>;
}

export function createTransferMetrics(registry: Registry): TransferMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `causeway_${name}`, help, labelNames: ['chain'], registers });
  return {
    ended: new Counter({
      name: 'causeway_transfers_ended_total',
      help: 'Transfers that ended, by kind and status (completed, failed).',
      labelNames: ['chain', 'kind', 'status'],
      registers,
    }),
    signatures: new Counter({
      name: 'causeway_transfer_signatures_total',
      help: 'Transactions signed, with those that offer a higher fee.',
      labelNames: ['chain'],
      registers,
    }),
    signing: new Histogram({
      name: 'causeway_signer_seconds',
      help: 'Time that signers outside the wallet file took, by key, kind and result (signed, failed).',
      labelNames: ['key', 'kind', 'result'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    stuck: gauge('transfers_stuck', 'Transactions that are not final after 30 minutes.'),
    gasBalance: gauge('gas_balance', "The operator's native money, for gas."),
    gasLeft: gauge('gas_transfers_left', 'How many payments that is enough for, at the price of now.'),
  };
}
