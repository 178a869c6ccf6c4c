import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Asset, PayoutRow, StepRow } from './payout.ts';

export async function selectSteps(sql: Sql, payoutIds: readonly string[]): Promise<StepRow[]> {
  return sql<StepRow[]>`
    select s.*, t.status as transfer_status, t.problem, t.ended_at, t.held_reason,
      exists (select from screenings v where v.direction = 'out' and v.chain = t.chain and v.subject = t.transfer_id
        and v.address = t.to_address and v.verdict = 'hold') as is_screened,
      coalesce(t.tx_hash, (
        select g.tx_hash from transfer_signatures g where g.batch_id = t.batch_id
        order by generation desc, attempt desc limit 1)) as tx_hash
    from payout_steps s left join transfers t using (transfer_id)
    where s.payout_id = any(${[...payoutIds]}::text[]) order by s.payout_id, s.step`;
}

/** Open payouts of a live balance. */
export async function selectOpenPayouts(
  sql: Sql,
  { merchant_id, chain, token }: Asset & { merchant_id: string },
): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    select * from payouts where merchant_id = ${merchant_id} and environment = 'live' and chain = ${chain}
      and token = ${token} and status = 'processing'`;
}

/** Open live payouts of all merchants of this amount to this address, oldest first. */
export async function selectOpenPayoutsOf(
  sql: Sql,
  { chain, token, units, address }: { chain: ChainId; token: string; units: string; address: string },
): Promise<string[]> {
  const rows = await sql<{ payout_id: string }[]>`
    select payout_id from payouts
    where environment = 'live' and status = 'processing' and chain = ${chain} and token = ${token}
      and token_units = ${units}::numeric and lower(address) = lower(${address}) order by payout_id`;
  return rows.map(({ payout_id }) => payout_id);
}

/**
 * Payouts held for one of these reasons whose balance is zero or above by now: others would take their places. Oldest first per chain,
 * so that a halted chain does not crowd out the others.
 */
export async function selectHeldFor(sql: Sql, reasons: string[], limit: number): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    select (held).* from (
      select p as held, row_number() over (partition by p.chain order by p.payout_id) as place
      from transfers t join payouts p on p.payout_id = t.source
      where t.kind = 'payout' and t.environment = 'live' and t.status = 'waiting'
        and t.held_reason = any(${reasons}::text[])
        and ledger_balance(ledger_account_id('live', 'merchant_balance', p.merchant_id, p.chain, p.token)) <= 0
    ) as ranked where place <= ${limit} order by (held).payout_id`;
}

/** Payouts that wait for a comparison, oldest first per chain. */
export async function selectHeldPayouts(sql: Sql, limit: number): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    select (held).* from (
      select p as held, row_number() over (partition by p.chain order by p.payout_id) as place
      from payout_steps s join payouts p using (payout_id) join merchants m using (merchant_id)
      where s.transfer_id is null and m.status = 'active'
    ) as ranked where place <= ${limit} order by (held).payout_id`;
}

/** False if another worker was first. */
export async function updateReleased(tx: Sql, payoutId: string): Promise<boolean> {
  const rows = await tx`
    update payout_steps set transfer_id = payout_id where payout_id = ${payoutId} and transfer_id is null returning 1`;
  return rows.length > 0;
}

/** The time of the newest final block of each watched chain, and whether it has halted. */
export async function selectReadChains(
  sql: Sql,
): Promise<{ chain: ChainId; final_time: Date | null; is_halted: boolean }[]> {
  return sql<{ chain: ChainId; final_time: Date | null; is_halted: boolean }[]>`
    select c.chain, b.block_time as final_time, c.halted_at is not null as is_halted
    from chain_cursors c left join chain_blocks b on b.chain = c.chain and b.number = c.final_number`;
}
