import type { Context } from '../../app/context.ts';
import { hourMs, minuteMs } from '../../lib/durations.ts';
import type { Sql } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { balanceOf } from '../ledger/ledger.ts';
import { selectReconciledChains, updateReconciliationDue } from '../reconciliation/reconciliation.ts';
import { seriesOf } from '../transfers/pay-ids.ts';
import type { TransferRow } from '../transfers/transfer.ts';
import { recordOutcomes, requestTransfer, showTransfer, transferRequested } from '../transfers/transfers.ts';
import { endRoute, givenBy } from './book-route.ts';
import { type Purpose, transferIdOf } from './follow-transfers.ts';
import { returnCall } from './providers/erc20.ts';
import { checkLimits } from './providers/limits.ts';
import type { RouteQuote, RouteRefusal } from './providers/provider.ts';
import type { Engine } from './providers/providers.ts';
import { occupied, type RouteRow, type RouteStepRow } from './route.ts';
import { followCall } from './route-arrival.ts';
import { askProvider, routeMade } from './route-balance.ts';
import { maxTries, nextCall } from './route-call.ts';
import { later, request, transferOf, type Work, wait, waitForChain } from './step-work.ts';
import { lockPlanned, moveStep, selectRoute, selectSteps, updateRouteDue } from './store.ts';
import { toStored } from './stored-quote.ts';

/**
 * How long a step waits for a quote within the limits: before its money moves, and with it at the operator's address.
 */
const planForMs = hourMs;
const holdForMs = 30 * minuteMs;

/** Takes the next step of a route, or makes it due later. */
export async function advanceRoute(engine: Engine, route: RouteRow): Promise<void> {
  const steps = await selectSteps(engine.ctx.db, [route.route_id]);
  const step = steps.find(({ status }) => status !== 'completed');
  if (!step) return;
  const work = { engine, route, step };
  switch (step.status) {
    case 'planned':
      return start(work, steps[step.step - 2]?.ended_at ?? route.created_at);
    case 'funded':
      return exchange(work);
    case 'called':
      return followCall(work, steps);
    case 'funding':
      return watch(work, ['fund'], isShortOfFunds);
    case 'approving':
      return watch(work, ['approve', 'reset']);
    case 'calling':
      return watch(work, ['call'], isHopelessCall);
    default:
      return wait(work, route.problem);
  }
}

/** Starts a step, once the ledger was compared with the chain and a new quote is still within the limits. */
async function start(work: Work, since: Date): Promise<void> {
  const { engine, route, step } = work;
  const { ctx } = engine;
  if (await isOverdrawn(work)) return failUnfunded(work, overdrawn);
  if (!(await isCompared(ctx, route, step)))
    return waitForChain(work, 'Until the ledger was compared with the chain.');
  const quote = await quoteAgain(work);
  if ('refused' in quote) {
    if (quote.refused !== 'no_liquidity' && ctx.clock.nowMs() - since.getTime() < planForMs)
      return wait(work, quote.text);
    return failUnfunded(work, quote.text);
  }
  try {
    await ctx.db.begin(async (tx: Sql) => {
      const moved = await moveStep(tx, 'fund', step, { quote: toStored(quote) });
      if (!moved) return;
      // Another worker may have given the money back while this one asked for a quote.
      if ((await selectRoute(tx, route.route_id))?.status !== 'processing') {
        await moveStep(tx, 'unfunded', step);
        return;
      }
      if (isSentByTreasury(step)) {
        await moveStep(tx, 'funded', step, { fundedAt: ctx.clock.now() });
        return updateRouteDue(tx, route.route_id, ctx.clock.now(), null);
      }
      const fund = transferOf(work, 'fund');
      const series = seriesOf.route(fund.transferId);
      await requestTransfer(ctx, tx, { ...fund, kind: 'route', toAddress: engine.operator, series });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'route_steps_at_operator')) throw error;
    return wait(work, occupied);
  }
  if (isSentByTreasury(step)) routeMade(ctx, route.environment);
  else transferRequested(ctx, route.environment);
}

/** Fails a route whose step has no money yet, unless another worker funds it at this moment. */
async function failUnfunded({ engine: { ctx }, route, step }: Work, why: string): Promise<void> {
  await ctx.db.begin(async (tx: Sql) => {
    if (await lockPlanned(tx, step)) await endRoute(ctx, tx, 'fail', route, givenBy(route, step), why);
  });
}

const overdrawn = 'The chain took back money of this balance, so it is not exchanged.';

/** Whether what the first step spends would be other merchants' money: the chain took back what the route was made of. */
async function isOverdrawn({ engine: { ctx }, route, step }: Work): Promise<boolean> {
  const { merchant_id: merchantId, environment, chain, token } = route;
  return step.step === 1 && (await balanceOf(ctx.db, { merchantId, environment, chain, token })) < 0n;
}

/** On Solana the treasury itself trades, so there is no funding transfer and nothing to send back. */
function isSentByTreasury({ chain, environment }: RouteStepRow): boolean {
  return chain === 'solana' && environment === 'live';
}

/**
 * Whether the chain was compared with the ledger after the route was made. As for payouts, a restored database must
 * first find out what it sent after the backup.
 */
async function isCompared(
  ctx: Context,
  { created_at, environment }: RouteRow,
  { chain, step }: RouteStepRow,
): Promise<boolean> {
  if (step > 1 || environment === 'test') return true;
  const last = (await selectReconciledChains(ctx.db)).find((one) => one.chain === chain);
  if (last?.is_stopped) return false;
  if (last && (last.block_time ?? last.checked_at) >= created_at) return true;
  await updateReconciliationDue(ctx.db, [chain], ctx.clock.now());
  ctx.wake.at('reconcile', ctx.clock.now());
  return false;
}

/** With the money at the operator's address: approves, exchanges, or sends it back. */
async function exchange(work: Work): Promise<void> {
  const { engine, route, step } = work;
  const { ctx } = engine;
  if (await isOverdrawn(work)) return sendBack(work, overdrawn);
  const sinceMs = (step.funded_at ?? route.created_at).getTime();
  const isOver = step.tries >= maxTries || ctx.clock.nowMs() - sinceMs >= holdForMs;
  if (isOver) return sendBack(work, route.problem ?? 'It could not be exchanged within the limits.');
  const quote = await quoteAgain(work);
  if ('refused' in quote) return wait(work, quote.text);
  const next = await nextCall(engine, quote, step);
  if ('later' in next) return wait(work, next.later);
  if ('objection' in next) return sendBack(work, next.objection);
  await ctx.db.begin(async (tx: Sql) => {
    const move = next.purpose === 'call' ? 'call' : 'approve';
    if (await moveStep(tx, move, step, { quote: toStored(quote) }))
      await request(tx, work, next.purpose, next.call);
  });
  transferRequested(ctx, route.environment);
}

async function sendBack(work: Work, why: string): Promise<void> {
  const { engine, route, step } = work;
  const { ctx, vault, chains } = engine;
  if (isSentByTreasury(step)) return giveUp(work, why);
  const here = chains(step.chain);
  if (!here && route.environment === 'live') return wait(work, `${step.chain} is not set up.`);
  const { units } = givenBy(route, step);
  const call = here ? returnCall(here, step.token, vault, units) : { to: vault, data: '0x', value: 0n };
  await ctx.db.begin(async (tx: Sql) => {
    if (!(await moveStep(tx, 'return', step))) return;
    await request(tx, work, 'back', { ...call, chain: step.chain });
    await updateRouteDue(tx, route.route_id, later(ctx), why);
  });
  ctx.log.warn({ routeId: route.route_id, why }, 'the money of a route goes back to the vault');
  transferRequested(ctx, route.environment);
}

/** Fails a route whose money has not left the treasury. */
async function giveUp({ engine: { ctx }, route, step }: Work, why: string): Promise<void> {
  await ctx.db.begin(async (tx: Sql) => {
    if (!(await moveStep(tx, 'return', step))) return;
    await moveStep(tx, 'returned', step, { endedAt: ctx.clock.now() });
    await endRoute(ctx, tx, 'fail', route, givenBy(route, step), why);
  });
}

/** The vault might pay only in days; the merchant should not wait that long. */
function isShortOfFunds(ctx: Context, { problem, created_at }: TransferRow): boolean {
  const isOld = ctx.clock.nowMs() - created_at.getTime() >= planForMs;
  return (
    isOld && /^The daily cap|^The vault holds too little|^The treasury holds too little/.test(problem ?? '')
  );
}

/** A call that would fail is given up at once. On Solana it may first wait for sweeps, or for nodes that disagree. */
function isHopelessCall(ctx: Context, transfer: TransferRow): boolean {
  const { problem, created_at } = transfer;
  if (problem?.startsWith('The transaction would do something else'))
    return ctx.clock.nowMs() - created_at.getTime() >= minuteMs;
  return problem?.startsWith('The treasury holds too little')
    ? isShortOfFunds(ctx, transfer)
    : problem !== null;
}

/** Fails a transfer that has no transaction yet and is hopeless, so that the step is planned anew. Otherwise waits. */
async function watch(
  work: Work,
  purposes: readonly Purpose[],
  isHopeless = (_ctx: Context, { problem }: TransferRow) => problem !== null,
): Promise<void> {
  const { ctx } = work.engine;
  for (const purpose of purposes) {
    const transferId = transferIdOf(work.step, purpose);
    const transfer = (await showTransfer(ctx, transferId))?.transfer;
    if (transfer?.status !== 'waiting' || !isHopeless(ctx, transfer)) continue;
    const message = transfer.problem ?? '';
    await recordOutcomes(ctx, null, [
      { transferId, result: 'failed', txHash: null, reason: 'WOULD_FAIL', message },
    ]);
    return;
  }
  await wait(work, work.route.problem);
}

async function quoteAgain({ engine, route, step }: Work): Promise<RouteQuote | RouteRefusal> {
  const { units } = givenBy(route, step);
  const from = { chain: step.chain, token: step.token };
  const to = { chain: step.to_chain, token: step.to_token };
  const quote = await askProvider(engine, { provider: step.provider, from, to }, units);
  return 'refused' in quote ? quote : checkLimits(engine.ctx.rates[engine.environment], quote, null);
}
