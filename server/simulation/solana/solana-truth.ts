import type { Simulation } from '../simulation.ts';
import type { ModelSolana } from './model-solana.ts';
import { changeOf } from './solana-balances.ts';
import type { SolanaPaid } from './solana-customers.ts';
import { solanaSigner } from './solana-operator.ts';

/** Money of customers that reached us, on the chain as it is now. */
export interface SolanaReceived extends SolanaPaid {
  timeMs: number;
}

export function receivedOn(solana: ModelSolana, { solanaCustomers }: Simulation): SolanaReceived[] {
  return (solanaCustomers?.paid ?? []).flatMap((one) => {
    const record = solana.ledger.find(one.signature);
    if (record?.err !== null) return [];
    const units = one.way === 'page' ? changeOf(record, solanaSigner.treasury, one.order.token) : one.units;
    return [{ ...one, units, timeMs: record.block.time * 1000 }];
  });
}
