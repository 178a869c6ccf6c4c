import type { EvmName } from '../operator.ts';
import type { Simulation } from '../simulation.ts';
import { assetsInDebt } from './debts.ts';
import { contractOf, received, tokenNames } from './truth.ts';

/** Where money of a chain is now, by token. */
export const flowsOf = (chain: EvmName | 'solana') => `
  select token, sum(units)::text as units from (
    select token, token_units as units from refunds where chain = '${chain}' and status = 'completed'
    union all select token, token_units from payouts where chain = '${chain}' and status = 'completed'
    union all select token, token_units from unapplied_funds where chain = '${chain}' and status = 'returned'
    union all select token, token_units from routes where chain = '${chain}' and status = 'completed'
    union all select to_token, -arrived_units from routes where to_chain = '${chain}' and status = 'completed'
    union all select a.token, -e.units from ledger_lines e join ledger_accounts a using (account_id)
    where a.chain = '${chain}' and a.kind in ('merchant_balance', 'refunding', 'unapplied', 'fee_income')) as where_it_is
  group by 1`;

/** Money in = merchants' balances + payouts + refunds + returned + unapplied + fees, and what was exchanged. */
export async function checkFlows(simulation: Simulation): Promise<string[]> {
  if (simulation.isRestored) return [];
  const problems: string[] = [];
  const inDebt = await assetsInDebt(simulation);
  for (const chain of simulation.world.chains) {
    const { id } = chain.facts;
    const rows = await simulation.world.database.query<{ token: string; units: string }>(flowsOf(id));
    const all = received(simulation, chain);
    for (const token of tokenNames) {
      if (inDebt.has(`${id} ${token}`)) continue;
      const contract = contractOf(chain, token);
      const arrived = all.reduce((sum, one) => (one.token === contract ? sum + one.units : sum), 0n);
      const known = BigInt(rows.find((row) => row.token === token)?.units ?? '0');
      if (arrived !== known)
        problems.push(`money in: ${arrived} ${token} arrived on ${id}, and ${known} are accounted for`);
    }
  }
  return problems;
}
