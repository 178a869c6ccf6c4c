import type { Context } from '../../../app/context.ts';
import type { Caller } from '../../../lib/caller.ts';
import { chainIds, chains, isToken } from '../../../lib/chains/registry.ts';
import { ApiError } from '../../../lib/errors.ts';
import { parseFiat } from '../../../lib/money.ts';
import { type Approvable, requireApproval } from '../../../merchants/approvals/require-approval.ts';
import { assertConfirmedInLive } from '../../../merchants/sign-in/assert-confirmed.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import { usdMinorOf } from '../../prices/usd-worth.ts';
import { askedBy } from '../approval/asked-by.ts';
import type { Owner } from '../owner.ts';
import type { Asset } from '../payout.ts';
import { nextLook, schedules } from './schedule.ts';
import type { SettlementBody } from './settings-schema.ts';
import {
  lockSettlement,
  type SettlementRow,
  selectSettlement,
  targetOf,
  updateAsked,
  updateSettlement,
} from './settings-store.ts';

/** 9,999,999.99, so that no setting blocks payouts for ever. */
const maxMinor = 999_999_999n;

/** Defaults of a merchant without settings. */
function initialSettlement(own: Owner, now: Date): SettlementRow {
  return {
    merchant_id: own.merchant_id,
    environment: own.environment,
    asset: 'as_received',
    asset_chain: null,
    asset_token: null,
    unroutable: 'as_received',
    schedule: 'daily',
    currency: 'USD',
    minimum_minor: 0n,
    reserve_minor: 0n,
    due_at: nextLook('daily', now),
    asked_at: null,
  };
}

export async function settlementOf(ctx: Context, sql: Sql, own: Owner): Promise<SettlementRow> {
  return (await selectSettlement(sql, own)) ?? initialSettlement(own, ctx.clock.now());
}

/** The settings, locked until the transaction ends. */
export function holdSettlement(ctx: Context, tx: Sql, own: Owner): Promise<SettlementRow> {
  return lockSettlement(tx, initialSettlement(own, ctx.clock.now()));
}

/** Changes settings. Omitted fields keep their value. The caller has confirmed live ones. */
export async function changeSettlement(
  ctx: Context,
  tx: Sql,
  own: Owner & Approvable,
  body: SettlementBody,
): Promise<SettlementRow> {
  const before = await holdSettlement(ctx, tx, own);
  const schedule = body.schedule ?? before.schedule;
  const target = body.route_to === undefined ? targetOf(before) : checkedTarget(ctx, own, body.route_to);
  const row: SettlementRow = {
    ...before,
    asset: target ? 'routed' : 'as_received',
    asset_chain: target?.chain ?? null,
    asset_token: target?.token ?? null,
    unroutable: body.when_not_routable ?? before.unroutable,
    schedule,
    currency: body.currency ?? before.currency,
    minimum_minor: amountOf('minimum_amount', body.minimum_amount) ?? before.minimum_minor,
    reserve_minor: amountOf('reserve_amount', body.reserve_amount) ?? before.reserve_minor,
    // Changing the minimum must not postpone due payouts.
    due_at:
      schedule === before.schedule || before.asked_at ? before.due_at : nextLook(schedule, ctx.clock.now()),
  };
  if (paysSooner(before, row))
    await requireApproval(ctx, tx, own, { action: 'payout', params: { settings: body }, worthMinor: null });
  await updateSettlement(tx, row);
  return row;
}

/**
 * Whether balances can leave that stay now: payouts by schedule ask nobody, so this would be the way around a rule about
 * payouts by hand. Amounts of two currencies are not compared.
 */
function paysSooner(before: SettlementRow, after: SettlementRow): boolean {
  const keptBefore = before.minimum_minor > 0n || before.reserve_minor > 0n;
  return (
    schedules.indexOf(after.schedule) < schedules.indexOf(before.schedule) ||
    after.minimum_minor < before.minimum_minor ||
    after.reserve_minor < before.reserve_minor ||
    (after.currency !== before.currency && keptBefore)
  );
}

/** Makes all balances due for payout now, ignoring the minimum. Members confirm it in live mode. */
export async function askForPayouts(ctx: Context, tx: Sql, caller: Caller): Promise<SettlementRow> {
  assertConfirmedInLive(caller);
  const own: Owner = caller;
  await holdSettlement(ctx, tx, own);
  await requireApproval(ctx, tx, caller, {
    action: 'payout',
    params: { ...askedBy(caller), everything: true },
    worthMinor: await worthOfAll(ctx, tx, own),
  });
  await updateAsked(tx, own, ctx.clock.now());
  return settlementOf(ctx, tx, own);
}

/** Of all balances in cents of USD; null if there is one without a price. */
async function worthOfAll(
  ctx: Context,
  tx: Sql,
  { merchant_id, environment }: Owner,
): Promise<bigint | null> {
  let sum = 0n;
  for (const { chain, token, balance: units } of await balancesOf(tx, merchant_id, environment)) {
    if (units <= 0n || !isToken(token)) continue;
    const worth = usdMinorOf(ctx, environment, { chain, token, units });
    if (worth === null) return null;
    sum += worth;
  }
  return sum;
}

function checkedTarget(ctx: Context, own: Owner, target: Asset | null): Asset | null {
  if (target === null) return null;
  assertTarget(ctx, own, target);
  return target;
}

/** Assets that balances can be exchanged into: anything on EVM chains, and USDC on Solana. SOL needs LI.FI. */
export function possibleTargets({ config }: Context, { environment }: Pick<Owner, 'environment'>): Asset[] {
  const isTest = environment === 'test';
  if (!config.routing.on && !isTest) return [];
  return chainIds
    .filter((chain) => isTest || config.chains[chain])
    .flatMap((chain) => chains[chain].tokens.map(({ symbol: token }) => ({ chain, token })))
    .filter(({ chain, token }) => chain !== 'solana' || token === 'USDC' || config.routing.lifi);
}

/** Throws unless balances can be exchanged into this asset. */
export function assertTarget(ctx: Context, own: Pick<Owner, 'environment'>, target: Asset): void {
  const targets = possibleTargets(ctx, own);
  if (targets.length === 0) throw notATarget(target, 'The operator has turned routing off.');
  const isPossible = targets.some(({ chain, token }) => chain === target.chain && token === target.token);
  if (!isPossible) throw notATarget(target, `${target.token} on ${target.chain} cannot be paid out here.`);
}

function notATarget(target: Asset, message: string): ApiError {
  return new ApiError('INVALID_PARAMETER', { message, details: { field: 'route_to', provided: target } });
}

/** Unlike a payment's amount, it may be zero. */
function amountOf(field: string, text: string | undefined): bigint | null {
  if (text === undefined) return null;
  const minor = parseFiat(text);
  if (minor !== null && minor <= maxMinor) return minor;
  throw new ApiError('INVALID_AMOUNT', {
    message: `${field} must be a decimal string with at most two decimals, from "0.00" to "9999999.99".`,
    details: { field, provided: text, min: '0.00', max: '9999999.99' },
  });
}
