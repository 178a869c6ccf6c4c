import type { Context } from '../../../app/context.ts';
import type { ChainFamily } from '../../../lib/chains/registry.ts';
import { dayMs } from '../../../lib/durations.ts';
import { selectMembers } from '../../../merchants/members/members.ts';
import { queueNotice } from '../../../messages/email/notice-emails.ts';
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

/** Delay before a changed wallet takes effect, so that an owner can notice. */
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
 * Sets a payout wallet. The first one takes effect at once, a change after 24 hours; setting the wallet in effect again
 * withdraws a change. The caller has verified the password. Owners are mailed about each change.
 */
export async function setWallet(
  ctx: Context,
  tx: Sql,
  own: Owner,
  family: ChainFamily,
  text: string,
  memberEmail: string,
): Promise<Wallet> {
  const address = await parseRecipient(ctx, tx, family, text);
  const now = ctx.clock.now();
  await holdSettlement(ctx, tx, own);
  const standing = (await walletsOf(ctx, tx, own)).filter((wallet) => wallet.family === family);
  // By their order, not by the clock: one that goes back must not make the wallet that holds look like one to come.
  const [current, coming] = standing;
  if (coming && coming.address !== address) await updateCancelled(tx, coming.wallet_id, now);
  if (coming?.address === address) return coming;
  if (current?.address === address) return current;
  const wallet: Wallet = {
    wallet_id: ctx.ids.next('pwa', now),
    merchant_id: own.merchant_id,
    environment: own.environment,
    family,
    address,
    created_at: now,
    holds_from: current ? new Date(now.getTime() + delayMs) : now,
    cancelled_at: null,
    member_email: memberEmail,
  };
  await insertWallet(tx, wallet);
  await tellOwners(ctx, tx, wallet, current?.address ?? null);
  return wallet;
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
    (wallet) => wallet.family === family && wallet.holds_from > now,
  );
  if (coming) await updateCancelled(tx, coming.wallet_id, now);
  return coming ?? null;
}

async function tellOwners(ctx: Context, tx: Sql, wallet: Wallet, before: string | null): Promise<void> {
  const owners = (await selectMembers(tx, wallet.merchant_id)).filter(({ role }) => role === 'owner');
  const notice = {
    merchantId: wallet.merchant_id,
    resourceId: wallet.wallet_id,
    subject: `Your ${wallet.environment} payout wallet ${before === null ? 'was set' : 'changes in 24 hours'}`,
    body: noticeBody(ctx, wallet, before),
  };
  // A merchant that the operator made has no members yet.
  if (owners.length === 0) await queueNotice(ctx, tx, notice);
  for (const { email } of owners) await queueNotice(ctx, tx, { ...notice, to: email });
}

function noticeBody({ config }: Context, wallet: Wallet, before: string | null): string {
  const { address, environment, holds_from, member_email } = wallet;
  const chains = wallet.family === 'evm' ? 'EVM chains' : 'Solana';
  const what =
    before === null
      ? `From now on, ${environment} payouts on ${chains} are sent to this wallet:`
      : `From ${holds_from.toISOString()}, ${environment} payouts on ${chains} are sent to this wallet:`;
  return `${what}

    ${address}

${before === null ? '' : `Until then they are sent to ${before}.\n\n`}${member_email} set it in the dashboard.

If you did not expect this, withdraw the change at ${config.publicUrl}/dashboard/settings/payouts and change the passwords of your account.`;
}
