import type { Context } from '../../../app/context.ts';
import type { ChainFamily } from '../../../lib/chains/registry.ts';
import { dayMs } from '../../../lib/durations.ts';
import { type Approvable, requireApproval } from '../../../merchants/approvals/require-approval.ts';
import { tellOwners } from '../../../merchants/members/tell-owners.ts';
import { isNewMerchant } from '../../../merchants/merchants.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { parseRecipient } from '../../recipients/recipients.ts';
import type { Owner } from '../owner.ts';
import { holdSettlement } from './settings.ts';
import {
  insertWallet,
  selectStandingWallets,
  selectWallets,
  updateCancelled,
  type WalletRow,
} from './wallet-store.ts';

/** Delay before a wallet takes effect, so that an owner can notice. */
const delayMs = dayMs;
const maxHistory = 100;

export type Wallet = WalletRow;

/** Wallets in effect, and those that will be. */
export function walletsOf(ctx: Context, sql: Sql, own: Owner): Promise<Wallet[]> {
  return selectStandingWallets(sql, own, ctx.clock.now());
}

export function walletHistory(sql: Sql, own: Owner): Promise<Wallet[]> {
  return selectWallets(sql, own, maxHistory);
}

/** The wallet that payouts go to now. */
export async function activeWallet(
  ctx: Context,
  sql: Sql,
  own: Owner,
  family: ChainFamily,
): Promise<Wallet | undefined> {
  const now = ctx.clock.now();
  const wallets = await walletsOf(ctx, sql, own);
  return wallets.find((wallet) => wallet.family === family && wallet.holds_from <= now);
}

/**
 * Sets a payout wallet. It takes effect after 24 hours, unless it is the first one and in test mode or of a merchant that
 * has just signed up; setting the wallet in effect again withdraws a change. The caller has confirmed a live one, and
 * owners are mailed about it.
 */
export async function setWallet(
  ctx: Context,
  tx: Sql,
  own: Owner & Approvable,
  family: ChainFamily,
  text: string,
  memberEmail: string,
): Promise<Wallet> {
  const address = await parseRecipient(ctx, tx, family, text);
  const now = ctx.clock.now();
  await holdSettlement(ctx, tx, own);
  const standing = (await walletsOf(ctx, tx, own)).filter((wallet) => wallet.family === family);
  const [current, coming] = hasWaited(standing[0], now) ? standing : [undefined, standing[0]];
  if (coming && coming.address !== address) await updateCancelled(tx, coming.wallet_id, now);
  if (coming?.address === address) return coming;
  if (current?.address === address) return current;
  await requireApproval(ctx, tx, own, { action: 'wallet', params: { family, address }, worthMinor: null });
  const isAtOnce =
    !current && (own.environment === 'test' || (await isNewMerchant(ctx, tx, own.merchant_id)));
  const wallet: Wallet = {
    wallet_id: ctx.ids.next('pwa', now),
    merchant_id: own.merchant_id,
    environment: own.environment,
    family,
    address,
    created_at: now,
    holds_from: isAtOnce ? now : new Date(now.getTime() + delayMs),
    cancelled_at: null,
    member_email: memberEmail,
  };
  await insertWallet(tx, wallet);
  if (own.environment === 'live') await tellOfWallet(ctx, tx, wallet, memberEmail);
  return wallet;
}

/** By its delay, not by the clock alone: one that goes back must not make a wallet that held at once look like one to come. */
function hasWaited(wallet: Wallet | undefined, now: Date): boolean {
  return wallet !== undefined && (wallet.holds_from <= now || wallet.holds_from <= wallet.created_at);
}

/** Withdraws every live change that waits. */
export async function withdrawLiveWallets(ctx: Context, tx: Sql, merchantId: string): Promise<void> {
  const own = { merchant_id: merchantId, environment: 'live' as const };
  for (const family of ['evm', 'solana'] as const) await cancelWallet(ctx, tx, own, family);
}

/** Withdraws a change before it takes effect. False if there is none. */
export async function cancelWallet(
  ctx: Context,
  tx: Sql,
  own: Owner,
  family: ChainFamily,
): Promise<Wallet | null> {
  const now = ctx.clock.now();
  await holdSettlement(ctx, tx, own);
  const coming = (await walletsOf(ctx, tx, own)).find(
    (wallet) => wallet.family === family && !hasWaited(wallet, now),
  );
  if (coming) await updateCancelled(tx, coming.wallet_id, now);
  return coming ?? null;
}

function tellOfWallet(ctx: Context, tx: Sql, wallet: Wallet, memberEmail: string): Promise<void> {
  return tellOwners(ctx, tx, wallet.merchant_id, wallet.wallet_id, {
    kind: 'security_notice',
    about: 'wallet',
    address: wallet.address,
    active_from: wallet.holds_from.toISOString(),
    done_by: memberEmail,
    done_at: wallet.created_at.toISOString(),
    page_url: `${ctx.config.publicUrl}/dashboard/settings/payouts?env=${wallet.environment}`,
  });
}
