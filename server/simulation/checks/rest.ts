import { hasLost, type Simulation } from '../simulation.ts';

const questions = {
  payment: `select payment_id as id, status from payments where status in ('pending', 'processing')`,
  // One may wait for the balance, if that is too small for the first in line.
  refund: `select refund_id as id, status from refunds r where status = 'processing' and not (covered_at is null and exists (
    select from refunds f where f.status = 'processing' and f.covered_at is null and f.refund_id <= r.refund_id
      and (f.merchant_id, f.chain, f.token) = (r.merchant_id, r.chain, r.token)
      and f.token_units - f.fee_units
        > -ledger_balance(ledger_account_id('live', 'merchant_balance', r.merchant_id, r.chain, r.token))))`,
  payout: `select payout_id as id, status from payouts where status = 'processing'`,
  return: `select unapplied_id as id, status from unapplied_funds where status = 'returning'`,
  route: `select route_id as id, status || ' ' || coalesce(problem, '') as status from routes
    where status in ('processing', 'stuck')`,
  transfer: `select transfer_id as id, status || ' ' || coalesce(problem, '') as status from transfers
    where status in ('waiting', 'sending')`,
  batch: `select batch_id as id, status from transfer_batches where status = 'open'`,
  'solana batch': `select batch_id as id, status from solana_batches where status = 'open'`,
  arrival: `select arrival_id as id, state as status from arrivals where state = 'seen'`,
  delivery: `select delivery_id as id, 'due' as status from undelivered where next_attempt_at is not null`,
  mail: `select email_id as id, status from emails where status = 'queued'`,
  chain: `select chain as id, halted_reason as status from chain_cursors where halted_reason is not null`,
};

/**
 * A merchant may owe: a chain took back what had left already. Or the operator booked what left for it before a backup was
 * restored, and the money that it came from is a payment's which the backup does not know. The asset is held then.
 */
const heldForDebt = `
  select t.transfer_id as id from transfers t where t.status = 'waiting' and t.problem like 'Less of this token is there than is owed.%' and exists (
    select from ledger_accounts a where a.kind = 'merchant_balance' and a.environment = 'live'
      and (a.chain, a.token) = (t.chain, t.token) and ledger_balance(a.account_id) > 0)`;

/** Nothing stays in between for ever. */
export async function checkRest(simulation: Simulation): Promise<string[]> {
  const { database } = simulation.world;
  const held =
    simulation.isRestored || hasLost(simulation) ? await database.query<{ id: string }>(heldForDebt) : [];
  const problems: string[] = [];
  for (const [what, question] of Object.entries(questions)) {
    const rows = await database.query<{ id: string; status: string }>(question);
    const left = rows.filter((row) => !held.some(({ id }) => id === row.id));
    problems.push(...left.map(({ id, status }) => `in between: ${what} ${id} is ${status}`));
  }
  return problems;
}
