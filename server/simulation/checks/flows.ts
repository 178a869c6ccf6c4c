import type { Cast } from '../cast.ts';
import { received, tokens } from './truth.ts';

/** Where money of a chain is now, by token. */
export const flowsOf = (chain: 'base' | 'solana') => `
  select token, sum(units)::text as units from (
    select token, token_units as units from refunds where chain = '${chain}' and status = 'completed'
    union all select token, token_units from payouts where chain = '${chain}' and status = 'completed'
    union all select token, token_units from unapplied_funds where chain = '${chain}' and status = 'returned'
    union all select token, token_units from routes where chain = '${chain}' and status = 'completed'
    union all select to_token, -arrived_units from routes where to_chain = '${chain}' and status = 'completed'
    union all select a.token, -e.units from ledger_lines e join ledger_accounts a using (account_id)
    where a.chain = '${chain}' and a.kind in ('merchant_balance', 'unapplied', 'fee_income')) as where_it_is
  group by 1`;

/** Money in = merchants' balances + payouts + refunds + returned + unapplied + fees, and what was exchanged. */
export async function checkFlows(cast: Cast): Promise<string[]> {
  if (cast.isRestored) return [];
  const rows = await cast.world.database.query<{ token: string; units: string }>(flowsOf('base'));
  const all = received(cast);
  return Object.entries(tokens).flatMap(([name, token]) => {
    const arrived = all.reduce((sum, one) => (one.token === token ? sum + one.units : sum), 0n);
    const known = BigInt(rows.find((row) => row.token === name)?.units ?? '0');
    return arrived === known ? [] : [`money in: ${arrived} ${name} arrived, and ${known} are accounted for`];
  });
}
