import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import { post } from '../ledger/ledger.ts';
import { compareNow, reconciledChains } from '../ledger/reconciliation.ts';
import { routeArrivedPosting, routeReturnedPosting } from '../ledger/route-postings.ts';
import type { TransferRow } from '../transfers/transfer.ts';
import {
  recordOutcomes,
  requestCall,
  requestTransfer,
  showTransfer,
  transferRequested,
} from '../transfers/transfers.ts';
import { endRoute, givenBy, sourceOf } from './booking.ts';
import { nextCall, objectionToNext } from './calling.ts';
import { returnCall } from './erc20.ts';
import { type Purpose, transferIdOf } from './following.ts';
import { within } from './limits.ts';
import type { RouteCall, RouteQuote, RouteRefusal, RouteStatus } from './provider.ts';
import type { Engine } from './providers.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { askProvider, routeMade } from './routing.ts';
import { moveRoute, moveStep, selectSteps, updateRouteDue, updateStepUnits, updateUnknown } from './store.ts';
import { fromStored, toStored } from './stored-quote.ts';

/** How long a route waits for a quote within its limits, before its money moves, and at the operator's address. */
const planForMs = hourMs;
const holdForMs = 30 * minuteMs;
const maxTries = 3;
/** Unknown for this long: a person has to look. */
const unknownForMs = dayMs;
const lookAgainMs = 5000;

/** A step of a route, with what it needs. */
interface Work {
  engine: Engine;
  route: RouteRow;
  step: RouteStepRow;
}

/** Goes on with a route as far as it can now. */
export async function advanceRoute(engine: Engine, route: RouteRow): Promise<void> {
  const steps = await selectSteps(engine.ctx.db, [route.route_id]);
  const step = steps.find(({ status }) => status !== 'completed');
  if (!step) return;
  const work = { engine, route, step };
  switch (step.status) {
    case 'planned':
      return start(work);
    case 'funded':
      return exchange(work);
    case 'called':
      return follow(work, steps);
    case 'funding':
      return watch(work, ['fund'], isShortOfFunds);
    case 'approving':
      return watch(work, ['approve', 'reset']);
    case 'calling':
      return watch(work, ['call']);
    default:
      return wait(work, route.problem);
  }
}

/** Before anything moves: the ledger equals the chain, and the way is within the limits still. */
async function start(work: Work): Promise<void> {
  const { engine, route, step } = work;
  const { ctx } = engine;
  if (!(await isCompared(ctx, route, step)))
    return wait(work, 'Until the ledger was compared with the chain.');
  const quote = await quoteAgain(work);
  if ('refused' in quote) {
    if (quote.refused !== 'no_liquidity' && ctx.clock.nowMs() - route.created_at.getTime() < planForMs)
      return wait(work, quote.text);
    return ctx.db.begin((tx: Sql) => endRoute(ctx, tx, 'fail', route, givenBy(route, step), quote.text));
  }
  try {
    await ctx.db.begin(async (tx: Sql) => {
      const moved = await moveStep(tx, 'fund', step, { quote: toStored(quote) });
      if (!moved) return;
      await requestTransfer(ctx, tx, {
        ...transferOf(work, 'fund'),
        kind: 'route',
        toAddress: engine.operator,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'route_steps_at_operator')) throw error;
    return wait(work, 'Another route of this token is under way on this chain.');
  }
  transferRequested(ctx, route.environment);
}

/** As for payouts: a database that was restored from a backup finds out first what it has sent since. */
async function isCompared(
  ctx: Context,
  { created_at, environment }: RouteRow,
  { chain, step }: RouteStepRow,
): Promise<boolean> {
  if (step > 1 || environment === 'test') return true;
  const last = (await reconciledChains(ctx.db)).find((one) => one.chain === chain);
  if (last?.is_stopped) return false;
  if (last && (last.block_time ?? last.checked_at) >= created_at) return true;
  await compareNow(ctx.db, [chain], ctx.clock.now());
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

async function request(
  tx: Sql,
  work: Work,
  purpose: Purpose,
  call: Pick<RouteCall, 'chain' | 'to' | 'data' | 'value'>,
): Promise<void> {
  const { engine, route } = work;
  const transfer = { ...transferOf(work, purpose), chain: call.chain, toAddress: call.to };
  const since = route.resumed_at ?? route.created_at;
  await requestCall(engine.ctx, tx, transfer, { data: call.data, value: call.value.toString(), since });
}

function transferOf({ route, step }: Work, purpose: Purpose) {
  const { chain, token, units } = givenBy(route, step);
  return {
    transferId: transferIdOf(step, purpose),
    environment: route.environment,
    merchantId: route.merchant_id,
    chain,
    token: token as RouteStepRow['token'],
    units,
    source: route.route_id,
  };
}

/** The vault would pay later, perhaps in days: the merchant need not wait for it. */
function isShortOfFunds(ctx: Context, { problem, created_at }: TransferRow): boolean {
  const isOld = ctx.clock.nowMs() - created_at.getTime() >= planForMs;
  return isOld && /^The daily cap|^The vault holds too little/.test(problem ?? '');
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
    await updateRouteDue(ctx.db, work.route.route_id, later(ctx), message);
    await recordOutcomes(ctx, null, [
      { transferId, result: 'failed', txHash: null, reason: 'WOULD_FAIL', message },
    ]);
    return;
  }
  await wait(work, work.route.problem);
}

/** The call is final. Only what the chain of the result shows is believed. */
async function follow(work: Work, steps: readonly RouteStepRow[]): Promise<void> {
  const { engine, route, step } = work;
  const { ctx, providers } = engine;
  const provider = providers.find(({ name }) => name === step.provider);
  if (!provider || step.call_hash === null) return unknown(work, `${step.provider} is off.`);
  const status = await provider.status(fromStored(step.quote), step.call_hash);
  if (status.state === 'unknown') return unknown(work, status.text);
  await updateUnknown(ctx.db, route.route_id, null);
  if (status.state === 'waiting') return wait(work, null);
  if (status.state === 'arrived') return arrive(work, steps, status);
  if (status.state === 'returned') return takeBack(work, status.units);
  const objection = objectionToNext(engine, step, status.call);
  if (objection !== null) return unknown(work, objection);
  await ctx.db.begin((tx: Sql) => request(tx, work, 'next', status.call));
  transferRequested(ctx, route.environment);
  await wait(work, null);
}

async function arrive(
  work: Work,
  steps: readonly RouteStepRow[],
  { units, transactionHash: hash }: Extract<RouteStatus, { state: 'arrived' }>,
): Promise<void> {
  const { engine, route, step } = work;
  const { ctx, chains } = engine;
  const [mined] = (await chains(step.to_chain)?.node.mined([hash])) ?? [];
  const isOnEvm = route.environment === 'live' && step.to_chain !== 'solana';
  if (isOnEvm && !mined?.succeeded) return wait(work, 'Until the result is in a block.');
  const now = ctx.clock.now();
  const given = givenBy(route, step);
  const arrived = { ...given, chain: step.to_chain, token: step.to_token, units };
  await ctx.db.begin(async (tx: Sql) => {
    const block = mined?.blockNumber ?? null;
    if (!(await moveStep(tx, 'arrive', step, { arrived: { units, hash, block }, endedAt: now }))) return;
    await post(tx, [routeArrivedPosting(given, arrived, sourceOf(step, 'arrived'), now)]);
    const next = steps.find((one) => one.step === step.step + 1);
    if (!next) return endRoute(ctx, tx, 'complete', route, arrived, null);
    await updateStepUnits(tx, route.route_id, next.step, units);
    await updateRouteDue(tx, route.route_id, now, null);
  });
  routeMade(ctx, route.environment);
}

/** A bridge gave the money back. It goes to the vault, and the next route is planned anew. */
async function takeBack(work: Work, units: bigint): Promise<void> {
  const { engine, route, step } = work;
  const { ctx } = engine;
  const now = ctx.clock.now();
  await ctx.db.begin(async (tx: Sql) => {
    if (!(await moveStep(tx, 'again', step, { triesMore: maxTries, tokenUnits: units }))) return;
    await post(tx, [routeReturnedPosting(givenBy(route, step), units, sourceOf(step, 'returned'), now)]);
    await updateRouteDue(tx, route.route_id, now, 'The bridge gave the money back.');
  });
}

async function unknown(work: Work, text: string): Promise<void> {
  const { route } = work;
  const { ctx } = work.engine;
  const now = ctx.clock.now();
  const since = await updateUnknown(ctx.db, route.route_id, now);
  if (since === null || now.getTime() - since.getTime() < unknownForMs) return wait(work, text);
  ctx.log.error({ routeId: route.route_id, problem: text }, 'a route is stuck');
  await moveRoute(ctx.db, 'stick', route.route_id, { now, message: text });
}

async function quoteAgain({ engine, route, step }: Work): Promise<RouteQuote | RouteRefusal> {
  const { units } = givenBy(route, step);
  const from = { chain: step.chain, token: step.token };
  const to = { chain: step.to_chain, token: step.to_token };
  const quote = await askProvider(engine, { provider: step.provider, from, to }, units);
  return 'refused' in quote ? quote : within(engine.ctx.rates[engine.environment], quote, null);
}

function wait({ engine, route }: Work, problem: string | null): Promise<void> {
  return updateRouteDue(engine.ctx.db, route.route_id, later(engine.ctx), problem);
}

function later({ clock }: Context): Date {
  return new Date(clock.nowMs() + lookAgainMs);
}
