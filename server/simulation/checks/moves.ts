import type { Simulation } from '../simulation.ts';

interface Table {
  first: readonly string[];
  /** Legal moves, by the status before. */
  next: Record<string, readonly string[]>;
  /** The event of a move. */
  events: Record<string, string>;
}

const paid = ['completed', 'partially_refunded', 'refunded'] as const;

/** As the guides tell them: the service's own tables may be wrong. */
const tables: Record<string, Table> = {
  payments: {
    first: ['pending'],
    next: {
      pending: ['processing', 'failed', 'expired'],
      processing: ['completed', 'failed'],
      completed: paid,
      partially_refunded: paid,
      refunded: paid,
    },
    events: {
      'pending processing': 'payment.processing',
      'processing completed': 'payment.completed',
      'pending failed': 'payment.failed',
      'processing failed': 'payment.failed',
      'pending expired': 'payment.expired',
    },
  },
  refunds: {
    first: ['processing'],
    next: { processing: ['completed', 'failed'] },
    events: { 'processing completed': 'refund.completed', 'processing failed': 'refund.failed' },
  },
  payouts: {
    first: ['processing'],
    next: { processing: ['completed', 'failed'] },
    events: { 'processing completed': 'payout.completed', 'processing failed': 'payout.failed' },
  },
  unapplied_funds: {
    first: ['open'],
    next: {
      open: ['returning', 'credited', 'reversed', 'applied'],
      returning: ['returned', 'open', 'reversed'],
      credited: ['reversed'],
      reversed: ['open'],
      applied: ['open'],
    },
    events: {},
  },
  transfers: {
    first: ['waiting'],
    next: {
      waiting: ['sending', 'completed', 'failed'],
      sending: ['waiting', 'completed', 'failed'],
      completed: ['sending'],
      failed: ['waiting'],
    },
    events: {},
  },
  routes: {
    first: ['processing'],
    next: { processing: ['completed', 'failed', 'stuck'], stuck: ['processing'] },
    events: {},
  },
  invoices: {
    first: ['draft', 'open'],
    next: { draft: ['open'], open: ['void', 'paid', 'expired'] },
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
export async function checkMoves({ world: { database } }: Simulation): Promise<string[]> {
  const moves = await database.query<Move>(
    'select kind, id, before, after from simulation_moves order by move_id',
  );
  const events = await database.query<{ type: string; resource_id: string }>(
    'select type, resource_id from events',
  );
  const problems: string[] = [];
  const told = new Map<string, number>();
  for (const { kind, id, before, after } of moves) {
    if (kind === 'overdrawn') problems.push(`moves: ${after} ${id} was sent with a balance of ${before}`);
    const table = tables[kind];
    if (!table) continue;
    const legal = before === null ? table.first : table.next[before];
    const isLegal = legal?.includes(after) ?? false;
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
