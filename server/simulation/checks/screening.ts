import { type Named, nameOf } from '../people/screener.ts';
import type { Simulation } from '../simulation.ts';
import { outByTransfer } from './pay-ids.ts';

interface Row extends Named {
  id: string;
}

/** What may leave for somebody else, and what became of money that came from somebody who was stopped. */
const leaving = `
  select refund_id as id, 'out' as direction, chain, refund_id as resource_id, refunded_to as address, token, token_units::text as units
  from refunds where refunded_to is not null
  union all select payout_id, 'out', chain, payout_id, address, token, token_units::text from payouts
  union all select unapplied_id, 'out', chain, unapplied_id, returned_to, token, token_units::text from unapplied_funds
  where returned_to is not null`;

/** Nothing leaves before somebody was asked about its recipient and let it go: whatever is under way. */
export async function checkScreening(simulation: Simulation): Promise<string[]> {
  const { screener, database } = simulation.world;
  if (!screener) return [];
  const out = await outByTransfer(simulation);
  const rows = await database.query<Row>(leaving);
  return rows
    .filter(({ id }) => out.has(id))
    .flatMap((row) => {
      const said = screener.verdictOn(nameOf(row));
      const mayLeave = said?.isTold && (said.verdict === 'ok' || said.decision === 'release');
      return mayLeave ? [] : [`screening: ${row.id} left, and ${said?.verdict ?? 'nothing'} was said of it`];
    });
}

interface Kept extends Named {
  unapplied_id: string;
  status: string;
  reason: string;
  units: string;
}

/** Money from somebody who was refused stays: it counts for nothing, and goes nowhere. */
export async function checkRefusedStays(simulation: Simulation): Promise<string[]> {
  const { screener, database } = simulation.world;
  if (!screener) return [];
  const rows = await database.query<Kept>(`
    select 'in' as direction, a.chain, u.payment_id as resource_id, coalesce(a.payer_address, '') as address, a.token, a.units::text,
      u.unapplied_id, u.status, u.reason
    from arrivals a join arrival_uses s using (arrival_id) left join unapplied_funds u using (arrival_id)
    where a.state = 'final' and s.reversed_at is null and a.token is not null`);
  return rows.flatMap((row) => {
    const said = row.resource_id === null ? null : screener.verdictOn(nameOf(row));
    if (said === null || said.verdict === 'ok' || said.decision !== 'refuse') return [];
    return row.status === 'open' && row.reason === 'screening'
      ? []
      : [`screening: ${row.unapplied_id} was refused, and is ${row.status} (${row.reason})`];
  });
}
