import { type Block, maxBlockhashAge, type SolanaLedger } from './ledger.ts';
import { invalidParams, NodeError } from './rpc-error.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** How many blocks each commitment is behind the tip. */
export type CommitmentLags = Record<Commitment, number>;

/** The ledger as one node shows it, which may be some blocks behind the others. */
export interface View {
  ledger: SolanaLedger;
  lags: CommitmentLags;
  behind: number;
}

export interface BankConfig {
  commitment?: Commitment;
  minContextSlot?: number;
}

/** The newest block of this commitment. Nodes default to `finalized`. */
export function bankOf({ ledger, lags, behind }: View, config: BankConfig | undefined): Block {
  const lag = lags[config?.commitment ?? 'finalized'];
  if (lag === undefined) throw invalidParams(`Invalid params: unknown variant \`${config?.commitment}\``);
  const block = ledger.blocks[Math.max(0, ledger.blocks.length - 1 - behind - lag)] as Block;
  if (config?.minContextSlot !== undefined && block.slot < config.minContextSlot)
    throw new NodeError(-32016, 'Minimum context slot has not been reached', { contextSlot: block.slot });
  return block;
}

/** Histories are not kept for blocks that are merely processed. */
export function historyBankOf(view: View, config: BankConfig | undefined): Block {
  if (config?.commitment === 'processed')
    throw invalidParams('Method does not support commitment below `confirmed`');
  return bankOf(view, config);
}

export function commitmentOf(view: View, block: Block): Commitment {
  const reached = (['finalized', 'confirmed'] as const).find(
    (commitment) => bankOf(view, { commitment }).height >= block.height,
  );
  return reached ?? 'processed';
}

export function withContext<T>(block: Block, value: T) {
  return { context: { apiVersion: '4.1.2', slot: block.slot }, value };
}

/** The status cache forgets; the ledger does not. */
export function isInStatusCache(view: View, block: Block): boolean {
  return (
    bankOf(view, { commitment: 'processed' }).height - block.height <= view.lags.finalized + maxBlockhashAge
  );
}
