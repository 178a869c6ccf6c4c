import type { Sql } from '../../platform/db/client.ts';

export interface AccountSumRow {
  environment: string;
  chain: string;
  token: string;
  account: string;
  accounts: bigint;
  units: string;
}

/** Sums by kind of account. */
export async function selectAccountSums(tx: Sql): Promise<AccountSumRow[]> {
  return tx<AccountSumRow[]>`
    select environment, chain, token, kind as account, count(*) as accounts, sum(ledger_balance(account_id)) as units
    from ledger_accounts group by environment, chain, token, kind order by environment desc, chain, token, kind`;
}

/**
 * What is wrong, as one line each. The statements read everything. Anybody can move money from deposit addresses into the
 * vault, and the service books that with its own sweep, so the two are looked at together.
 */
export async function selectProblems(tx: Sql, limit: number): Promise<string[]> {
  const rows = await tx<{ problem: string }[]>`
    select problem from (
      select 'posting ' || e.kind || ' of ' || source || ' adds up to ' || sum(units) || ' ' || token || ' on ' || chain
        as problem
      from ledger_lines e join ledger_accounts a using (account_id)
      group by source, e.kind, e.environment, chain, token having sum(units) <> 0
      union all
      select name || ': the balance is kept as ' || kept || ', and its entries add up to ' || summed
      from (
        select ${accountName(tx)} as name, ledger_balance(account_id) as kept, coalesce(sum(e.units), 0) as summed
        from ledger_accounts a left join ledger_lines e using (account_id) group by a.account_id
      ) as account where kept <> summed
      union all
      select name || ': less than nothing, ' || units from (
        select ${accountName(tx)} as name, kind, ledger_balance(account_id) as units from ledger_accounts a
      ) as account
      where (kind in ('treasury', 'operator', 'trading', 'cold') and units < 0)
        or (kind in ('merchant_balance', 'unapplied', 'in_transit', 'refunding') and units > 0)
      union all
      select concat_ws(' ', 'accounts deposit_address and vault', environment, chain, token) || ': less than nothing, '
        || sum(ledger_balance(account_id))
      from ledger_accounts where kind in ('deposit_address', 'vault')
      group by environment, chain, token having sum(ledger_balance(account_id)) < 0
      union all
      select 'payment ' || payment_id || ' is completed and not booked' from payments p
      where environment = 'test' and status in ('completed', 'partially_refunded', 'refunded')
        and not exists (select from ledger_entries e where e.source = p.payment_id and e.kind = 'completion')
      union all
      select 'refund ' || refund_id || ' is completed and not booked' from refunds r where status = 'completed'
        and not exists (select from ledger_entries e where e.source = r.refund_id || ':sent' and e.kind = 'refund')
      union all
      select 'payout ' || payout_id || ' is ' || status || ' and not booked' from payouts p
      where not exists (
        select from ledger_entries e where e.kind = 'payout' and e.source = p.payout_id
          || case status when 'completed' then ':sent' when 'failed' then ':back' else '' end)
      union all
      select 'arrival ' || arrival_id || case state when 'final' then ' is final and not booked' else ' is gone and booked' end
      from arrivals a left join arrival_reversals r using (arrival_id) cross join lateral (
        select exists (
          select from ledger_entries e where e.kind = 'arrival' and e.environment = 'live' and e.line = 1
            and e.source = arrival_id || coalesce(':' || r.times + 1, '')) as is_booked
      ) as booking
      where exists (select from deposits d where d.address = a.address and d.environment = 'live')
        and ((state = 'final' and not is_booked) or (state = 'gone' and is_booked))
    ) as found limit ${limit}`;
  return rows.map(({ problem }) => problem);
}

function accountName(tx: Sql) {
  return tx`concat_ws(' ', 'account', a.kind, 'of', coalesce(a.merchant_id, 'the installation'), a.environment, a.chain,
    a.token)`;
}
