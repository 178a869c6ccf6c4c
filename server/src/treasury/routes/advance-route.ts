import type { Context } from '../../app/context.ts';
import { hourMs, minuteMs } from '../../lib/durations.ts';
import type { Sql } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { selectReconciledChains, updateReconciliationDue } from '../reconciliation/reconciliation.ts';
import type { TransferRow } from '../transfers/transfer.ts';
import { recordOutcomes, requestTransfer, showTransfer, transferRequested } from '../transfers/transfers.ts';
import { endRoute, givenBy } from './book-route.ts';
import { type Purpose, transferIdOf } from './follow-transfers.ts';
import { returnCall } from './providers/erc20.ts';
import { within } from './providers/limits.ts';
import type { RouteQuote, RouteRefusal } from './providers/provider.ts';
import type { Engine } from './providers/providers.ts';
import { occupied, type RouteRow, type RouteStepRow } from './route.ts';
import { follow } from './route-arrival.ts';
import { askProvider, routeMade } from './route-balance.ts';
import { maxTries, nextCall } from './route-call.ts';
import { moveStep, selectSteps, updateRouteDue } from './store.ts';
import { toStored } from './stored-quote.ts';
import { later, request, transferOf, type Work, wait, waitForChain } from './work.ts';

/** How long a step waits for a quote within its limits, before its money moves, and at the operator's address. */
const planForMs = hourMs;
const holdForMs = 30 * minuteMs;

/** Goes on with a route as far as it can now. */
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
      return follow(work, steps);
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

/** Before anything moves: the ledger equals the chain, and the way is within the limits still. */
async function start(work: Work, since: Date): Promise<void> {
  const { engine, route, step } = work;
  const { ctx } = engine;
  if (!(await isCompared(ctx, route, step)))
    return waitForChain(work, 'Until the ledger was compared with the chain.');
  const quote = await quoteAgain(work);
  if ('refused' in quote) {
    if (quote.refused !== 'no_liquidity' && ctx.clock.nowMs() - since.getTime() < planForMs)
      return wait(work, quote.text);
    return ctx.db.begin((tx: Sql) => endRoute(ctx, tx, 'fail', route, givenBy(route, step), quote.text));
  }
  try {
    await ctx.db.begin(async (tx: Sql) => {
      const moved = await moveStep(tx, 'fund', step, { quote: toStored(quote) });
      if (!moved) return;
      if (isSentByTreasury(step)) {
        await moveStep(tx, 'funded', step, { fundedAt: ctx.clock.now() });
        return updateRouteDue(tx, route.route_id, ctx.clock.now(), null);
      }
      await requestTransfer(ctx, tx, {
        ...transferOf(work, 'fund'),
        kind: 'route',
        toAddress: engine.operator,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'route_steps_at_operator')) throw error;
    return wait(work, occupied);
  }
  if (isSentByTreasury(step)) routeMade(ctx, route.environment);
  else transferRequested(ctx, route.environment);
}

/** On Solana the treasury itself sends: nothing is funded before, and nothing has to be sent back. */
function isSentByTreasury({ chain, environment }: RouteStepRow): boolean {
  return chain === 'solana' && environment === 'live';
}

/** As for payouts: a database that was restored from a backup finds out first what it has sent since. */
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

/** The money is at the operator's address: approve, exchange, or send it back. */
async function exchange(work: Work): Promise<void> {
  const { engine, route, step } = work;
  const { ctx } = engine;
  const sinceMs = (step.funded_at ?? route.created_at).getTime();
  const isOver = step.tries >= maxTries || ctx.clock.nowMs() - sinceMs >= holdForMs;
  if (isOver) return sendBack(work, route.problem ?? 'It could not be exchanged within the limits.');
  const quote = await quoteAgain(work);
  if ('refused' in quote) return wait(work, quote.text);
  const next = await nextCall(engine, quote, step);
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

/** The money has not left the treasury. */
async function giveUp({ engine: { ctx }, route, step }: Work, why: string): Promise<void> {
  await ctx.db.begin(async (tx: Sql) => {
    if (!(await moveStep(tx, 'return', step))) return;
    await moveStep(tx, 'returned', step, { endedAt: ctx.clock.now() });
    await endRoute(ctx, tx, 'fail', route, givenBy(route, step), why);
  });
}

/** The vault would pay later, perhaps in days: the merchant need not wait for it. */
function isShortOfFunds(ctx: Context, { problem, created_at }: TransferRow): boolean {
  const isOld = ctx.clock.nowMs() - created_at.getTime() >= planForMs;
  return (
    isOld && /^The daily cap|^The vault holds too little|^The treasury holds too little/.test(problem ?? '')
  );
}

/** A call that would fail is hopeless at once. On Solana it may have to wait for sweeps, or for nodes that agree. */
function isHopelessCall(ctx: Context, transfer: TransferRow): boolean {
  const { problem, created_at } = transfer;
  if (problem?.startsWith('The transaction would do something else'))
    return ctx.clock.nowMs() - created_at.getTime() >= minuteMs;
  return problem?.startsWith('The treasury holds too little')
    ? isShortOfFunds(ctx, transfer)
    : problem !== null;
}

/** What has no transaction is given up: a call that the node says would fail is planned anew. */
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
  return 'refused' in quote ? quote : within(engine.ctx.rates[engine.environment], quote, null);
}
