import type { Simulation } from '../simulation.ts';

const question = `
  select chain, token, sum(in_ledger)::text as in_ledger, sum(in_funds)::text as in_funds from (
    select a.chain, a.token, -e.units as in_ledger, 0 as in_funds
    from ledger_lines e join ledger_accounts a using (account_id) where a.kind = 'unapplied'
    union all select chain, token, 0, token_units from unapplied_funds where status in ('open', 'returning')) as both_sides
  group by 1, 2 having sum(in_ledger) <> sum(in_funds)`;

interface Row {
  chain: string;
  token: string;
  in_ledger: string;
  in_funds: string;
}

/** What the ledger has as unapplied is what merchants can still return or credit. */
export async function checkUnapplied({ world }: Simulation): Promise<string[]> {
  const rows = await world.database.query<Row>(question);
  return rows.map(
    ({ chain, token, in_ledger, in_funds }) =>
      `unapplied: ${in_funds} ${token} on ${chain} can be returned or credited, and the ledger has ${in_ledger}`,
  );
}
