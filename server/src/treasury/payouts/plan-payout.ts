import type { Context } from '../../app/context.ts';
import { chains, tokenDecimals } from '../../lib/chains/registry.ts';
import { dayMs } from '../../lib/durations.ts';
import type { Sql } from '../../platform/db/client.ts';
import { shortTokens } from '../ledger/shortage.ts';
import { selectStoppedChains } from '../reconciliation/reconciliation.ts';
import type { Owner } from './owner.ts';
import { evaluatePayout, type PayoutProblem, type Prospect } from './payable.ts';
import type { Asset, Initiator } from './payout.ts';
import { type LastPayouts, selectLast, selectOldestCredit } from './payout-store.ts';
import type { SettlementRow } from './settings/settings-store.ts';
import { activeWallet } from './settings/wallets.ts';
import { selectReadChains } from './step-store.ts';
import { waitingRefunds } from './waiting-refunds.ts';

/** The payout that would be made of a balance. */
export interface Plan {
  units: bigint;
  worthMinor: bigint;
  address: string;
  coversAfter: Date | null;
  /** When the last route of this balance failed. */
  routeFailedAt: Date | null;
}

/** How long a schedule waits after a failed payout to the same wallet: attempts cost gas. */
const afterFailureMs = dayMs;

/** Plans a payout of a balance now, or says why there is none. `balance` is the ledger's. */
export async function planPayout(
  ctx: Context,
  sql: Sql,
  settlement: SettlementRow,
  asset: Asset,
  balance: bigint,
  asked: { initiator: Initiator; wanted: bigint | null },
): Promise<Plan | { problem: PayoutProblem }> {
  const wallet = await activeWallet(ctx, sql, settlement, chains[asset.chain].family);
  if (!wallet) return { problem: 'no_wallet' };
  const last = await selectLast(sql, settlement, asset);
  if (last.is_open) return { problem: 'in_progress' };
  if (settlement.environment === 'live' && (await isStopped(sql, asset))) return { problem: 'chain_stopped' };
  if (asked.initiator === 'schedule' && failedRecently(ctx, last, wallet.address))
    return { problem: 'failed_recently' };
  const found = evaluatePayout(await prospectOf(ctx, sql, settlement, asset, balance, last, asked));
  if ('problem' in found) return found;
  const { covered_until: coversAfter, route_failed_at: routeFailedAt } = last;
  return { ...found, address: wallet.address, coversAfter, routeFailedAt };
}

/** Whether payouts are stopped: money is missing, or the chain has halted. */
async function isStopped(sql: Sql, { chain, token }: Asset): Promise<boolean> {
  if ((await selectStoppedChains(sql)).includes(chain) || (await shortTokens(sql, chain)).has(token))
    return true;
  return (await selectReadChains(sql)).some((read) => read.chain === chain && read.is_halted);
}

function failedRecently(ctx: Context, { failed_at, failed_address }: LastPayouts, address: string): boolean {
  if (failed_at === null || failed_address !== address) return false;
  return ctx.clock.nowMs() - failed_at.getTime() < afterFailureMs;
}

async function prospectOf(
  ctx: Context,
  sql: Sql,
  settlement: SettlementRow,
  asset: Asset,
  balance: bigint,
  { covered_until: coveredUntil }: LastPayouts,
  asked: { initiator: Initiator; wanted: bigint | null },
): Promise<Prospect> {
  const since = (await selectOldestCredit(sql, settlement, asset, coveredUntil)) ?? coveredUntil;
  return {
    ...asked,
    available: balance - (await waitingRefunds(sql, { ...settlement, ...asset })),
    decimals: tokenDecimals(asset.chain, asset.token),
    prices: pricesOf(ctx, settlement, asset),
    minimumMinor: settlement.minimum_minor,
    reserveMinor: settlement.reserve_minor,
    cost: costOf(ctx, settlement, asset),
    isOld: since !== null && ctx.clock.nowMs() - since.getTime() >= dayMs,
  };
}

/** USD prices of a token and of the merchant's currency; null when one is missing. */
export function pricesOf(
  ctx: Context,
  { environment, currency: in_ }: Owner & Pick<SettlementRow, 'currency'>,
  asset: Asset,
) {
  const rates = ctx.rates[environment];
  const token = rates.usdPerToken(asset.token);
  const currency = rates.usdPerCurrency(in_);
  return token === null || currency === null ? null : { token, currency };
}

/** A payment of the vault takes about 20 % more gas than a sweep. */
function costOf(ctx: Context, { environment }: Owner, { chain }: Asset): Prospect['cost'] {
  const sweepUnits = ctx.chains.sweepUnits(environment, chain);
  const [native] = chains[chain].tokens;
  const price = native ? ctx.rates[environment].usdPerToken(native.symbol) : null;
  if (sweepUnits === null || !native || price === null) return null;
  return { units: (sweepUnits * 12n) / 10n, decimals: native.decimals, price };
}
