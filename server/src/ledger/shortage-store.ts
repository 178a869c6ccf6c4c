import type { ChainId } from '../chains/registry.ts';
import type { Fragment, Sql } from '../db/client.ts';
import type { Environment } from '../environment.ts';

export interface ShortRow {
  environment: Environment;
  chain: ChainId;
  token: string;
  units: string;
}

/** Merchants' balances below zero, as positive units. Looked for among those that are folded, and added up to the last change. */
export function debts(sql: Sql): Fragment {
  return sql`
    select environment, chain, token, merchant_id, ledger_balance(account_id) as units
    from ledger_balances b join ledger_accounts a using (account_id)
    where b.units > 0 and a.kind = 'merchant_balance' and ledger_balance(account_id) > 0`;
}

/**
 * Assets in which more is owed than is held, and by how much. All accounts of an asset add up to zero, so it is short by what
 * merchants owe, plus what left for nobody's account, less what the operator has earned or put in: few accounts to read.
 */
export function owedShort(sql: Sql): Fragment {
  return sql`
    select environment, chain, token, sum(units) as units from (
      select environment, chain, token, ledger_balance(account_id) as units from ledger_accounts
      where merchant_id is null and kind not in ('deposit_address', 'vault', 'treasury', 'operator', 'trading')
      union all
      select environment, chain, token, units from (${debts(sql)}) as debt
    ) as account group by environment, chain, token having sum(units) > 0`;
}

export async function selectOwedShort(sql: Sql): Promise<ShortRow[]> {
  return sql<ShortRow[]>`select * from (${owedShort(sql)}) as short order by environment, chain, token`;
}

/** Tokens of which a live chain has less than the ledger says, by its last comparison. */
export async function selectComparedShort(sql: Sql): Promise<{ chain: ChainId; token: string }[]> {
  return sql<{ chain: ChainId; token: string }[]>`
    select chain, difference ->> 'token' as token
    from ledger_reconciliations cross join lateral json_array_elements(differences) as difference
    where payouts_stopped_at is not null and (difference ->> 'difference')::numeric < 0`;
}
