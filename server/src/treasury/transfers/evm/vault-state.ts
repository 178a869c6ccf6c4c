import type { SenderView } from '../../../chains/evm/sender-node.ts';
import type { Token } from '../../../lib/chains/registry.ts';
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

/** Those of the payouts' wallets that the vault's owner has listed: they are paid without limit. */
export async function readListed(
  { vault, node }: Sender,
  transfers: readonly TransferRow[],
): Promise<Set<string>> {
  const payouts = transfers.filter(({ kind }) => kind === 'payout');
  const wallets = [...new Set(payouts.map(({ to_address }) => to_address))];
  if (wallets.length === 0) return new Set();
  const answers = await node.call(wallets.map((wallet) => listedCall(vault, wallet)));
  return new Set(wallets.filter((_, index) => readListing(answers[index] ?? '0x')));
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
