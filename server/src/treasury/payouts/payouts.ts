import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { chains, tokenDecimals } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { firstIdAt, isId } from '../../lib/ids.ts';
import { formatUnits, parseUnits } from '../../lib/money.ts';
import { assertOwn } from '../../lib/ownership.ts';
import { requireApproval } from '../../merchants/approvals/require-approval.ts';
import { assertConfirmedInLive } from '../../merchants/sign-in/assert-confirmed.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { holdBalance, post } from '../ledger/ledger.ts';
import { payoutPosting } from '../ledger/postings.ts';
import { usdMinorOf } from '../prices/usd-worth.ts';
import { routesInto } from '../routes/view/view.ts';
import { askedBy } from './approval/asked-by.ts';
import type { PayoutProblem } from './payable.ts';
import type { Asset, Initiator, PayoutRow, PayoutView, StepRow } from './payout.ts';
import type { CreatePayoutBody, ListPayoutsQuery } from './payout-schema.ts';
import { insertPayout, selectPayout, selectPayoutPage } from './payout-store.ts';
import { planPayout } from './plan-payout.ts';
import { release } from './release-payouts.ts';
import { settlementOf } from './settings/settings.ts';
import type { SettlementRow } from './settings/settings-store.ts';
import { selectSteps } from './step-store.ts';

export { selectNewestPayouts } from './payout-store.ts';

/**
 * Creates a payout and its step, and books the money out of the balance, in the caller's transaction. Locks the
 * balance, so that one of two concurrent payouts is created. Live payouts are not sent until the ledger was compared
 * with the chain.
 */
export async function makePayout(
  ctx: Context,
  tx: Sql,
  settlement: SettlementRow,
  { chain, token }: Asset,
  asked: { initiator: Initiator; wanted: bigint | null },
): Promise<PayoutRow | { problem: PayoutProblem }> {
  const { merchant_id, environment, currency } = settlement;
  const account = { merchantId: merchant_id, environment, chain, token };
  const balance = await holdBalance(tx, account);
  const plan = await planPayout(ctx, tx, settlement, { chain, token }, balance, asked);
  if ('problem' in plan) return plan;
  const now = ctx.clock.now();
  const row: PayoutRow = {
    payout_id: ctx.ids.next('po', now),
    merchant_id,
    environment,
    status: 'processing',
    initiator: asked.initiator,
    chain,
    token,
    token_units: plan.units.toString(),
    address: plan.address,
    currency,
    worth_minor: plan.worthMinor,
    covers_after: plan.coversAfter,
    covers_until: now,
    tx_hash: null,
    failure_reason: null,
    failure_message: null,
    created_at: now,
    ended_at: null,
  };
  if (!(await insertPayout(tx, row))) return { problem: 'in_progress' };
  await post(tx, [payoutPosting({ ...account, units: plan.units }, row.payout_id, now)]);
  if (environment === 'test') await release(ctx, tx, row);
  return row;
}

/** Creates a payout that a merchant requests. Members confirm live ones. */
export async function createPayout(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  body: CreatePayoutBody,
): Promise<PayoutRow> {
  assertConfirmedInLive(caller);
  const { chain, token } = body;
  assertOnChain(body);
  const wanted = body.token_amount === undefined ? null : unitsOf(body.token_amount, { chain, token });
  const settlement = await settlementOf(ctx, tx, caller);
  const made = await makePayout(ctx, tx, settlement, { chain, token }, { initiator: 'manual', wanted });
  if ('problem' in made) throw notPossible(made.problem);
  // After `makePayout`, which alone knows the sum. Where approval is needed this throws, and the transaction undoes the payout.
  await requireApproval(ctx, tx, caller, {
    action: 'payout',
    params: { ...askedBy(caller), chain, token, token_amount: exactAmount(made) },
    worthMinor: usdMinorOf(ctx, caller.environment, { chain, token, units: BigInt(made.token_units) }),
  });
  return made;
}

function exactAmount({ chain, token, token_units }: PayoutRow): string {
  return formatUnits(BigInt(token_units), tokenDecimals(chain, token));
}

export function assertOnChain({ chain, token }: Asset): void {
  if (chains[chain].tokens.some(({ symbol }) => symbol === token)) return;
  throw new ApiError('INVALID_TOKEN', {
    message: `${token} does not exist on ${chain}.`,
    details: { field: 'token', provided: token, chain },
  });
}

/** Throws INVALID_AMOUNT unless the text is a positive amount of the token. */
function unitsOf(text: string, { chain, token }: Asset): bigint {
  const decimals = tokenDecimals(chain, token);
  const match = /^\d{1,60}(?:\.(\d+))?$/.exec(text);
  const units = match && (match[1]?.length ?? 0) <= decimals ? parseUnits(text, decimals) : 0n;
  if (units > 0n) return units;
  throw new ApiError('INVALID_AMOUNT', {
    message: `token_amount must be a positive decimal string with at most ${decimals} decimals, such as "10.5".`,
    details: { field: 'token_amount', provided: text, max_decimals: decimals },
  });
}

/** Messages for merchants. */
export const problemWords: Record<PayoutProblem, string> = {
  no_wallet: 'No payout wallet is set for this chain. Set one in the dashboard, under Settings, Payouts.',
  in_progress: 'Another payout of this balance is under way.',
  chain_stopped:
    'Payouts on this chain are stopped until its ledger and the chain agree. Nothing is lost; ask the operator.',
  failed_recently: 'The last payout to this wallet failed. The schedule tries again after 24 hours.',
  no_rate: 'There is no current exchange rate for this token or your currency. Try again shortly.',
  nothing_available: 'Nothing is available beyond the reserve.',
  insufficient_balance: 'The amount is above what is available beyond the reserve.',
  below_minimum: 'The balance is worth less than your minimum.',
  too_costly: 'Sending would cost too much of this amount in network fees.',
  not_routable: 'It cannot be exchanged into your settlement asset within the limits now. It is tried again.',
  routing: 'Other balances are being exchanged into this one. It is paid out with them.',
};

function notPossible(reason: PayoutProblem): ApiError {
  return new ApiError('PAYOUT_NOT_POSSIBLE', { message: problemWords[reason], details: { reason } });
}

export async function getPayout(ctx: Context, caller: Caller, payoutId: string): Promise<PayoutView> {
  const key = { payout_id: payoutId, merchant_id: caller.merchant_id };
  const row = isId('po', payoutId) ? await selectPayout(ctx.db, key) : undefined;
  const payout = assertOwn(caller, row, 'PAYOUT_NOT_FOUND');
  return {
    payout,
    steps: await selectSteps(ctx.db, [payoutId]),
    routes: await routesInto(ctx.db, payout, payout, payout.covers_after, payout.covers_until),
  };
}

export async function listPayouts(
  ctx: Context,
  caller: Caller,
  query: ListPayoutsQuery,
  { from, to }: { from: Date | null; to: Date | null } = { from: null, to: null },
): Promise<Page<PayoutRow>> {
  const request = readPage(query, caller.merchant_id, 'po', 'PAYOUT_NOT_FOUND');
  const { status = null, chain = null, token = null } = query;
  const filter = {
    environment: caller.environment,
    status,
    chain,
    token,
    fromId: from && firstIdAt('po', from.getTime()),
    beforeId: to && firstIdAt('po', to.getTime() + 1),
  };
  const page = await selectPayoutPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'PAYOUT_NOT_FOUND');
  return page;
}

/** A payout of any merchant, for the operator. */
export async function showPayout(
  ctx: Context,
  payoutId: string,
): Promise<{ payout: PayoutRow; steps: StepRow[] } | null> {
  const payout = await selectPayout(ctx.db, { payout_id: payoutId, merchant_id: null });
  return payout ? { payout, steps: await selectSteps(ctx.db, [payoutId]) } : null;
}
