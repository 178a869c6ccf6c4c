import type { SenderView } from '../chains/evm/sender-node.ts';
import type { Token } from '../chains/registry.ts';
import type { Sender } from './sender.ts';
import { sumUnmined } from './store.ts';
import type { TransferRow } from './transfer.ts';
import {
  contractOf,
  heldCall,
  leftTodayCall,
  nativeToken,
  paidCall,
  readAmount,
  readBoolean,
} from './vault-calls.ts';

/** Those whose ids the vault has used. */
export async function readPaid(
  { vault, node }: Sender,
  transfers: readonly TransferRow[],
): Promise<Set<string>> {
  const answers = await node.call(transfers.map(({ transfer_id }) => paidCall(vault, transfer_id)));
  return new Set(
    transfers.filter((_, index) => readBoolean(answers[index] ?? '0x')).map(({ transfer_id }) => transfer_id),
  );
}

export interface Funds {
  /** In the vault, less what transactions that are not mined yet will take. */
  held: bigint;
  /** What the vault pays today to anybody but payout wallets. */
  leftToday: bigint;
}

export async function readFunds(
  { ctx, chain, vault, node }: Sender,
  view: SenderView,
  token: Token,
): Promise<Funds> {
  const contract = contractOf(chain, token);
  if (contract === null) return { held: 0n, leftToday: 0n };
  const isNative = contract === nativeToken;
  const calls = [leftTodayCall(vault, contract), ...(isNative ? [] : [heldCall(vault, contract)])];
  const [leftToday = 0n, balance = 0n] = (await node.call(calls)).map(readAmount);
  const held = isNative ? await node.balance(vault) : balance;
  const promised = await sumUnmined(ctx.db, chain.id, token, view.latestNonce);
  return { held: held - promised, leftToday: leftToday - promised };
}
