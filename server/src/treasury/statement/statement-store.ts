import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { PostingKind } from '../ledger/posting.ts';
import type { Owner } from '../payouts/owner.ts';

/** One ledger entry of a merchant's balance, with the payment, refund or payout it belongs to. */
export interface StatementRow {
  /** Where the next page starts. */
  cursor: string;
  posted_at: Date;
  kind: PostingKind;
  source: string;
  chain: ChainId;
  token: Token;
  /** Positive if the balance grew. */
  units: string;
  /** The operator's fee in the same posting; never part of the balance. */
  fee_units: string;
  payment_id: string | null;
  tx_hash: string | null;
  /** Amount of the whole payment, refund or payout, worth `amount_units`. For unapplied funds, the quoted amount. */
  amount_minor: bigint | null;
  amount_units: string | null;
  currency: Currency | null;
  /** USD rate of that currency when the payment was quoted. */
  usd_per_currency: string | null;
  /** Of the payment, also for its refunds. */
  invoice_number: string | null;
  customer_email: string | null;
  reference_id: string | null;
}

export interface StatementFilter {
  from: Date | null;
  to: Date | null;
}

/** Newest first. Reads up to a page of each account by its index, and merges them. */
export async function selectStatement(
  sql: Sql,
  own: Owner,
  { from, to }: StatementFilter,
  after: string | null,
  limit: number,
): Promise<StatementRow[]> {
  const [at = '', source = '', kind = '', line = '0'] = after?.split('|') ?? [];
  const below =
    after === null
      ? sql``
      : sql`and posted_at <= ${at}::timestamptz
          and (posted_at, source, kind, line) < (${at}::timestamptz, ${source}, ${kind}, ${line}::smallint)`;
  return sql<StatementRow[]>`
    select e.posted_at::text || '|' || e.source || '|' || e.kind || '|' || e.line as cursor, e.posted_at, e.kind,
      e.source, a.chain, a.token, -e.units as units, coalesce(fee.units, 0) as fee_units,
      coalesce(p.payment_id, r.payment_id) as payment_id,
      coalesce(case e.kind when 'return' then uf.return_tx_hash else uf.tx_hash end, p.tx_hash, r.tx_hash, o.tx_hash, rs.call_hash) as tx_hash,
      coalesce(p.amount_minor, r.amount_minor, o.worth_minor, rt.worth_minor) as amount_minor,
      coalesce(case when uf.unapplied_id is null then p.token_units else d.token_units end, r.token_units, o.token_units,
        case when e.units < 0 then rt.arrived_units else rt.token_units end) as amount_units,
      coalesce(p.currency, r.currency, o.currency, rt.currency) as currency, d.usd_per_currency,
      i.invoice_number, coalesce(p.customer_email, rp.customer_email) as customer_email,
      coalesce(p.reference_id, rp.reference_id) as reference_id
    from ledger_accounts a cross join lateral (
      select * from ledger_entries
      where account_id = a.account_id ${below}
        ${from ? sql`and posted_at >= ${from}` : sql``} ${to ? sql`and posted_at <= ${to}` : sql``}
      order by posted_at desc, source desc, kind desc, line desc limit ${limit}
    ) as e
    left join lateral (
      select -sum(f.units) as units from ledger_lines f join ledger_accounts fa using (account_id)
      where f.source = e.source and f.kind = e.kind and f.environment = e.environment and fa.kind = 'fee_income'
    ) as fee on true
    left join arrival_uses u on u.arrival_id = split_part(e.source, ':', 1) and u.merchant_id = a.merchant_id
    left join unapplied_funds uf on uf.unapplied_id = split_part(e.source, ':', 1) and uf.merchant_id = a.merchant_id
    left join payments p on p.payment_id = coalesce(u.payment_id, uf.payment_id, e.source) and p.merchant_id = a.merchant_id
    left join refunds r on r.refund_id = split_part(e.source, ':', 1) and r.merchant_id = a.merchant_id
    left join payments rp on rp.payment_id = r.payment_id and rp.merchant_id = r.merchant_id
    left join invoices i on i.invoice_id = coalesce(p.invoice_id, rp.invoice_id) and i.merchant_id = a.merchant_id
    left join routes rt on rt.route_id = split_part(e.source, ':', 1) and rt.merchant_id = a.merchant_id
    left join lateral (
      select call_hash from route_steps where route_id = rt.route_id order by step desc limit 1) as rs on true
    left join payouts o on o.payout_id = split_part(e.source, ':', 1) and o.merchant_id = a.merchant_id
    left join deposits d on d.payment_id = coalesce(p.payment_id, r.payment_id) and d.merchant_id = a.merchant_id
      and d.chain = a.chain and d.token = a.token
    where a.merchant_id = ${own.merchant_id} and a.environment = ${own.environment} and a.kind = 'merchant_balance'
    order by e.posted_at desc, e.source desc, e.kind desc, e.line desc limit ${limit}`;
}
