import type { Cast } from '../cast.ts';
import { held, tokens } from './truth.ts';

interface Sum {
  kind: string;
  token: 'USDC' | 'ETH';
  units: string;
}

/** The ledger adds up to zero, its balances are those of its entries, and it has what the chain has. */
export async function checkLedger(cast: Cast): Promise<string[]> {
  const { database } = cast.world;
  const sums = await database.query<Sum>(`
    select a.kind, a.token, sum(e.units)::text as units from ledger_entries e join ledger_accounts a using (account_id)
    where a.chain = 'base' group by 1, 2 order by 1, 2`);
  const wrongBalances = await database.query<{ account_id: string }>(`
    select account_id from (
      select account_id, units from ledger_balances union all select account_id, units from ledger_changes
      union all select account_id, -units from ledger_entries) as all_of_it
    group by 1 having sum(units) <> 0`);
  const problems = wrongBalances.map(
    ({ account_id }) => `ledger: balance of ${account_id} is not that of its entries`,
  );
  for (const token of ['USDC', 'ETH'] as const) {
    const of = (...kinds: string[]) =>
      sums
        .filter((sum) => sum.token === token && kinds.includes(sum.kind))
        .reduce((total, { units }) => total + BigInt(units), 0n);
    const all = of(...sums.map(({ kind }) => kind));
    if (all !== 0n) problems.push(`ledger: ${token} adds up to ${all}`);
    if (cast.isRestored) continue;
    const [ledger, chain] = [of('deposit_address', 'vault'), held(cast, tokens[token])];
    if (ledger !== chain)
      problems.push(`ledger = chain: ${token} is ${ledger} in the ledger and ${chain} on chain`);
    if (of('in_transit') !== 0n) problems.push(`ledger: ${token} in transit is ${of('in_transit')} at rest`);
    const owed = -of('merchant_balance', 'unapplied', 'fee_income');
    if (owed !== chain) problems.push(`money in: ${token} owed is ${owed}, and ${chain} is there`);
  }
  return problems;
}
