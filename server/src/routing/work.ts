import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { requestCall } from '../transfers/transfers.ts';
import { givenBy } from './booking.ts';
import { type Purpose, transferIdOf } from './following.ts';
import type { RouteCall } from './provider.ts';
import type { Engine } from './providers.ts';
import type { RouteRow, RouteStepRow } from './route.ts';
import { updateRouteDue } from './store.ts';

const lookAgainMs = 5000;

/** Why a step waits whose token another route has at the operator's address. */
export const occupied = 'Another route of this token is under way on this chain.';

/** A step of a route, with what it needs. */
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

/** Asks for a transaction of the operator's address. Not sent if the operator has sent unknown ones since then. */
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

export function later({ clock }: Context): Date {
  return new Date(clock.nowMs() + lookAgainMs);
}
