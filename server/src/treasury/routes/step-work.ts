import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { requestCall } from '../transfers/transfers.ts';
import { givenBy } from './book-route.ts';
import { type Purpose, transferIdOf } from './follow-transfers.ts';
import type { RouteCall } from './providers/provider.ts';
import type { Engine } from './providers/providers.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { updateRouteDue } from './store.ts';

const lookAgainMs = 5000;

/** A step of a route, and what it takes to work on it. */
export interface Work {
  engine: Engine;
  route: RouteRow;
  step: RouteStepRow;
}

export function transferOf({ route, step }: Work, purpose: Purpose) {
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

/** Requests a transaction of the operator's address. Not sent if the chain shows unknown ones after `since`. */
export async function request(
  tx: Sql,
  work: Work,
  purpose: Purpose,
  call: Pick<RouteCall, 'chain' | 'to' | 'data' | 'value'>,
  since = work.route.resumed_at ?? work.route.created_at,
): Promise<void> {
  const transfer = { ...transferOf(work, purpose), chain: call.chain, toAddress: call.to };
  await requestCall(work.engine.ctx, tx, transfer, { data: call.data, value: call.value.toString(), since });
}

export function wait({ engine, route }: Work, problem: string | null): Promise<void> {
  return updateRouteDue(engine.ctx.db, route.route_id, later(engine.ctx), problem);
}

/** Waits for the chain: due again after its next poll. */
export function waitForChain({ engine, route, step }: Work, problem: string): Promise<void> {
  const { ctx, chains } = engine;
  const inMs = Math.min(chains(step.chain)?.chain.pollMs ?? lookAgainMs, lookAgainMs);
  return updateRouteDue(ctx.db, route.route_id, new Date(ctx.clock.nowMs() + inMs), problem);
}

export function later({ clock }: Context): Date {
  return new Date(clock.nowMs() + lookAgainMs);
}
