import { invoiceMoves } from '../../src/payments/invoices/states.ts';
import { paymentMoves } from '../../src/payments/payment/states.ts';
import { refundMoves } from '../../src/payments/refunds/states.ts';
import { unappliedMoves } from '../../src/payments/unapplied-funds/states.ts';
import { payoutMoves } from '../../src/treasury/payouts/states.ts';
import { routeMoves } from '../../src/treasury/routes/states.ts';
import { transferMoves } from '../../src/treasury/transfers/states.ts';
import type { Cast } from '../cast.ts';

type Moves = Record<string, { from: readonly string[]; to: string }>;

const tables: Record<string, { moves: Moves; first: readonly string[]; events: Record<string, string> }> = {
  payments: {
    moves: paymentMoves,
    first: ['pending'],
    events: {
      'pending processing': 'payment.processing',
      'processing completed': 'payment.completed',
      'pending failed': 'payment.failed',
      'processing failed': 'payment.failed',
      'pending expired': 'payment.expired',
    },
  },
  refunds: {
    moves: refundMoves,
    first: ['processing'],
    events: { 'processing completed': 'refund.completed', 'processing failed': 'refund.failed' },
  },
  payouts: {
    moves: payoutMoves,
    first: ['processing'],
    events: { 'processing completed': 'payout.completed', 'processing failed': 'payout.failed' },
  },
  unapplied_funds: { moves: unappliedMoves, first: ['open'], events: {} },
  transfers: { moves: transferMoves, first: ['waiting'], events: {} },
  routes: { moves: routeMoves, first: ['processing'], events: {} },
  invoices: {
    moves: invoiceMoves,
    first: ['draft', 'open'],
    events: { 'open paid': 'invoice.paid', 'open expired': 'invoice.expired' },
  },
};

interface Move {
  kind: string;
  id: string;
  before: string | null;
  after: string;
}

/** Every status went a legal way, and every move that is told has exactly one event. */
export async function checkMoves({ world: { database } }: Cast): Promise<string[]> {
  const moves = await database.query<Move>(
    'select kind, id, before, after from simulation_moves order by move_id',
  );
  const events = await database.query<{ type: string; resource_id: string }>(
    'select type, resource_id from events',
  );
  const problems: string[] = [];
  const told = new Map<string, number>();
  for (const { kind, id, before, after } of moves) {
    const table = tables[kind];
    if (!table) continue;
    const isLegal =
      before === null
        ? table.first.includes(after)
        : Object.values(table.moves).some(({ from, to }) => to === after && from.includes(before));
    if (!isLegal) problems.push(`moves: ${id} went from ${before} to ${after}`);
    const event = table.events[`${before} ${after}`];
    if (event) told.set(`${event} ${id}`, (told.get(`${event} ${id}`) ?? 0) + 1);
  }
  const counted = new Map<string, number>();
  const known = new Set(Object.values(tables).flatMap((table) => Object.values(table.events)));
  for (const { type, resource_id } of events)
    if (known.has(type))
      counted.set(`${type} ${resource_id}`, (counted.get(`${type} ${resource_id}`) ?? 0) + 1);
  for (const key of new Set([...told.keys(), ...counted.keys()])) {
    const [wanted, found] = [told.get(key) ?? 0, counted.get(key) ?? 0];
    if (wanted !== found) problems.push(`events: ${found} of ${key} for ${wanted} moves`);
  }
  return problems;
}
