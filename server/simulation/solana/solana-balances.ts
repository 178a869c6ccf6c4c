import type { Address } from '@solana/kit';
import type { TransactionRecord } from '../../../devnet/solana/ledger.ts';
import { tokenAccountOf as unitsIn } from '../../../devnet/solana/token-accounts.ts';
import { tokenAccountOf } from '../../src/chains/solana/token-account.ts';
import type { ModelSolana } from './model-solana.ts';
import { solanaLive, solanaSigner } from './solana-operator.ts';

export type SolanaToken = 'SOL' | 'USDC';

/** The newest, or that of a slot. */
export async function balanceOn(
  { ledger: { accounts } }: ModelSolana,
  owner: string,
  token: SolanaToken,
  slot?: number,
): Promise<bigint> {
  const read = (account: Address) =>
    slot === undefined ? accounts.newest(account) : accounts.at(account, slot);
  if (token === 'SOL') return read(owner as Address)?.lamports ?? 0n;
  return unitsIn(read((await tokenAccountOf(owner, solanaLive.usdcMint)) as Address))?.units ?? 0n;
}

/** What a transaction changed for an owner. */
export function changeOf(record: TransactionRecord, owner: string, token: SolanaToken): bigint {
  if (token === 'SOL') {
    const index = record.wire.keys.indexOf(owner as Address);
    return (record.postBalances[index] ?? 0n) - (record.preBalances[index] ?? 0n);
  }
  const sum = (list: TransactionRecord['postTokens']) =>
    list
      .filter((one) => one.owner === owner && one.mint === solanaLive.usdcMint)
      .reduce((all, { uiTokenAmount }) => all + BigInt(uiTokenAmount.amount), 0n);
  return sum(record.postTokens) - sum(record.preTokens);
}

/** What went from the treasury to an address and has not come back, on the chain as it is now. */
export function keptAt({ ledger }: ModelSolana, address: string, token: SolanaToken): bigint {
  const records = ledger.naming(address as Address).filter(({ err }) => err === null);
  return records.reduce((sum, record) => sum - changeOf(record, solanaSigner.treasury, token), 0n);
}
