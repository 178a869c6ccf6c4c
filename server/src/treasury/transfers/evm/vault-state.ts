import type { SenderView } from '../../../chains/evm/sender-node.ts';
import type { Token } from '../../../lib/chains/registry.ts';
import type { NamedTransfer } from '../pay-ids.ts';
import { sumUnmined } from '../store.ts';
import type { TransferRow } from '../transfer.ts';
import type { Sender } from './sender.ts';
import {
  contractOf,
  heldCall,
  leftTodayCall,
  listedCall,
  nativeToken,
  paidCall,
  readAmount,
  readBoolean,
  readListing,
} from './vault-calls.ts';

/** The transfers whose ids the vault has used. */
export async function readPaid(
  { vault, node }: Sender,
  transfers: readonly NamedTransfer[],
): Promise<NamedTransfer[]> {
  const answers = await node.call(transfers.map(({ pay_id }) => paidCall(vault, pay_id)));
  return transfers.filter((_, index) => readBoolean(answers[index] ?? '0x'));
}

/** The payout wallets that the vault's owner has listed, which the daily cap does not apply to. */
export async function readListed(
  { vault, node }: Sender,
  transfers: readonly Pick<TransferRow, 'kind' | 'to_address'>[],
): Promise<Set<string>> {
  const payouts = transfers.filter(({ kind }) => kind === 'payout');
  const wallets = [...new Set(payouts.map(({ to_address }) => to_address))];
  if (wallets.length === 0) return new Set();
  const answers = await node.call(wallets.map((wallet) => listedCall(vault, wallet)));
  return new Set(wallets.filter((_, index) => readListing(answers[index] ?? '0x')));
}

export interface Funds {
  /** The vault's balance less what unmined transactions will take. */
  held: bigint;
  /** What is left of the daily cap. Listed payout wallets are exempt. */
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
