import { hasLost, type Simulation } from '../simulation.ts';

/**
 * Assets of which a merchant owes some, as `chain token`: a chain took back what had left already. Nothing of them leaves for
 * anybody until the operator or the merchant has made up for it, so nothing of them is at rest.
 */
export async function assetsInDebt(simulation: Simulation): Promise<ReadonlySet<string>> {
  if (!hasLost(simulation)) return new Set();
  const rows = await simulation.world.database.query<{ chain: string; token: string }>(`
    select distinct chain, token from ledger_accounts
    where kind = 'merchant_balance' and environment = 'live' and ledger_balance(account_id) > 0`);
  return new Set(rows.map(({ chain, token }) => `${chain} ${token}`));
}
