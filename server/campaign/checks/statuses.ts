import { type PaymentStatus, paymentMoves } from '../../src/payments/payment/states.ts';
import type { Data, Tenant } from '../book.ts';
import type { Check, Outside } from './check.ts';

const moves = Object.values(paymentMoves) as { from: readonly PaymentStatus[]; to: PaymentStatus }[];
const isMove = (from: string, to: string) =>
  moves.some((move) => move.to === to && (move.from as readonly string[]).includes(from));

/** Whether some moves, or none, lead from one status to the other. */
function isReachable(from: string, to: string, passed: readonly string[] = []): boolean {
  if (from === to) return true;
  return moves.some(
    (move) =>
      isMove(from, move.to) && !passed.includes(move.to) && isReachable(move.to, to, [...passed, from]),
  );
}

/** Finds a status that went back, that was skipped, or that has no event or two, and refunds and payouts that ended twice. */
export const checkStatuses: Check = async (outside) => {
  const problems: string[] = [];
  for (const [id, statuses] of outside.book.seen)
    for (const [index, status] of statuses.slice(1).entries())
      if (!isReachable(statuses[index] ?? '', status))
        problems.push(`statuses: ${id} was read as ${statuses.join(', ')}`);
  for (const tenant of Object.values(outside.tenants)) problems.push(...(await checkEvents(outside, tenant)));
  return problems;
};

async function checkEvents({ client }: Outside, tenant: Tenant): Promise<string[]> {
  const problems: string[] = [];
  const told = toldOf(await client.list(tenant, '/events', 'id'));
  for (const payment of await client.list(tenant, '/payments', 'payment_id')) {
    const [id, status] = [String(payment['payment_id']), String(payment['status'])];
    const way = ['pending', ...(told.get(id) ?? [])];
    const isLegal = way.slice(1).every((next, index) => isMove(way[index] ?? '', next));
    // Refunds move a completed payment without an event of the payment.
    const last = status.endsWith('refunded') ? 'completed' : status;
    if (!isLegal || way.at(-1) !== last)
      problems.push(`statuses: ${id} is ${status}, and its events say ${way.join(', ')}`);
  }
  const [refunds, payouts] = [
    await client.list(tenant, '/refunds', 'refund_id'),
    await client.list(tenant, '/payouts', 'payout_id'),
  ];
  for (const one of [...refunds, ...payouts]) {
    const [id, status] = [String(one['refund_id'] ?? one['payout_id']), String(one['status'])];
    const ends = told.get(id) ?? [];
    if (ends.join() !== (status === 'processing' ? '' : status))
      problems.push(`statuses: ${id} is ${status}, and its events say ${ends.join(', ') || 'nothing'}`);
  }
  return problems;
}

/** Statuses that events told of each payment, refund and payout, oldest first. */
function toldOf(events: readonly Data[]): Map<string, string[]> {
  const told = new Map<string, string[]>();
  for (const event of [...events].sort(byId)) {
    const [resource = '', status = ''] = String(event['type']).split('.');
    const id = String((event['data'] as Data)[`${resource}_id`]);
    told.set(id, [...(told.get(id) ?? []), status]);
  }
  return told;
}

/** Ids sort by the time they were made. */
function byId(one: Data, other: Data): number {
  return String(one['id']) < String(other['id']) ? -1 : 1;
}
