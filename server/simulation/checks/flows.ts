import type { Cast } from '../cast.ts';
import { contractOf, received, tokenNames } from './truth.ts';

const question = `
  select chain, token, sum(units)::text as units from (
    select chain, token, token_units as units from refunds where status = 'completed'
    union all select chain, token, token_units from payouts where status = 'completed'
    union all select chain, token, token_units from unapplied_funds where status = 'returned'
    union all select chain, token, token_units from routes where status = 'completed'
    union all select to_chain, to_token, -arrived_units from routes where status = 'completed'
    union all select a.chain, a.token, -e.units from ledger_lines e join ledger_accounts a using (account_id)
    where a.kind in ('merchant_balance', 'unapplied', 'fee_income')) as where_it_is
  group by 1, 2`;

/** Money in = merchants' balances + payouts + refunds + returned + unapplied + fees, and what was exchanged. */
export async function checkFlows(cast: Cast): Promise<string[]> {
  if (cast.isRestored) return [];
  const { database, chains } = cast.world;
  const rows = await database.query<{ chain: string; token: string; units: string }>(question);
  return chains.flatMap((chain) => {
    const { id } = chain.facts;
    const all = received(cast, chain);
    return tokenNames.flatMap((token) => {
      const contract = contractOf(chain, token);
      const arrived = all.reduce((sum, one) => (one.token === contract ? sum + one.units : sum), 0n);
      const known = BigInt(rows.find((row) => row.chain === id && row.token === token)?.units ?? '0');
      if (arrived === known) return [];
      return [`money in: ${arrived} ${token} arrived on ${id}, and ${known} are accounted for`];
    });
  });
}
