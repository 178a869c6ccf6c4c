import type { ModelChain } from '../chain/model-chain.ts';
import type { Simulation } from '../simulation.ts';
import { assetsInDebt } from './debts.ts';
import { atDeposits, inVault, tokenNames } from './truth.ts';

interface Sum {
  chain: string;
  kind: string;
  token: 'USDC' | 'ETH';
  units: string;
}

/** The ledger adds up to zero, and its balances are those of its entries: whatever is under way. */
export async function checkSums({ world: { database } }: Simulation): Promise<string[]> {
  const unbalanced = await database.query<{ chain: string; token: string; units: string }>(`
    select a.chain, a.token, sum(e.units)::text as units
    from ledger_lines e join ledger_accounts a using (account_id) group by 1, 2 having sum(e.units) <> 0`);
  const wrongBalances = await database.query<{ account_id: string }>(`
    select account_id from (
      select account_id, units from ledger_balances union all select account_id, units from ledger_changes
      union all select other_account_id, -units from ledger_changes where other_account_id is not null
      union all select account_id, -units from ledger_lines) as all_of_it
    group by 1 having sum(units) <> 0`);
  return [
    ...unbalanced.map(({ chain, token, units }) => `ledger: ${token} on ${chain} adds up to ${units}`),
    ...wrongBalances.map(({ account_id }) => `ledger: balance of ${account_id} is not that of its entries`),
  ];
}

/** The ledger has what the chain has, and owes no more than that. */
export async function checkLedger(simulation: Simulation): Promise<string[]> {
  if (simulation.isRestored) return [];
  const inDebt = await assetsInDebt(simulation);
  const sums = await simulation.world.database.query<Sum>(`
    select a.chain, a.kind, a.token, sum(e.units)::text as units
    from ledger_lines e join ledger_accounts a using (account_id) group by 1, 2, 3 order by 1, 2, 3`);
  return simulation.world.chains.flatMap((chain) =>
    compare(
      simulation,
      chain,
      sums.filter((sum) => sum.chain === chain.facts.id),
      inDebt,
    ),
  );
}

function compare(
  simulation: Simulation,
  chain: ModelChain,
  sums: readonly Sum[],
  inDebt: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  for (const token of tokenNames) {
    const name = `${token} on ${chain.facts.id}`;
    const of = (...kinds: string[]) =>
      sums
        .filter((sum) => sum.token === token && kinds.includes(sum.kind))
        .reduce((total, { units }) => total + BigInt(units), 0n);
    const onChain = { deposit_address: atDeposits(simulation, chain, token), vault: inVault(chain, token) };
    for (const [kind, units] of Object.entries(onChain))
      if (of(kind) !== units)
        problems.push(
          `ledger = chain: ${name} of ${kind} is ${of(kind)} in the ledger and ${units} on chain`,
        );
    if (inDebt.has(`${chain.facts.id} ${token}`)) continue;
    const there = onChain.deposit_address + onChain.vault;
    for (const kind of ['in_transit', 'refunding'])
      if (of(kind) !== 0n) problems.push(`ledger: ${name} of ${kind} is ${of(kind)} at rest`);
    const owed = -of('merchant_balance', 'unapplied', 'fee_income');
    if (owed !== there) problems.push(`money in: ${name} owed is ${owed}, and ${there} is there`);
  }
  return problems;
}
