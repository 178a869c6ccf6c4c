import type { ChainId } from '../../lib/chains/registry.ts';
import type { Sql } from '../../platform/db/client.ts';

export interface FinalBlock {
  number: bigint;
  hash: string;
  block_time: Date;
}

/** The newest final block of a chain; null before the first one. */
export async function selectFinalBlock(tx: Sql, chain: ChainId): Promise<FinalBlock | null> {
  const [row] = await tx<FinalBlock[]>`
    select b.number, b.hash, b.block_time from chain_cursors c join chain_blocks b on b.chain = c.chain and b.number = c.final_number
    where c.chain = ${chain} and c.halted_at is null`;
  return row ?? null;
}

/** What the ledger says we hold on a chain, in all environments that are not simulated. */
export async function selectHeld(
  tx: Sql,
  chain: ChainId,
  tokens: readonly string[],
): Promise<{ kind: 'deposit_address' | 'vault'; token: string; units: string }[]> {
  return tx<{ kind: 'deposit_address' | 'vault'; token: string; units: string }[]>`
    select kind, token, ledger_balance(account_id) as units from ledger_accounts
    where account_id in (
      select ledger_account_id('live', kind, null, ${chain}, token)
      from unnest(array['deposit_address', 'vault']) as kind, unnest(${tokens}::text[]) as token)`;
}

/**
 * What the ledger says the operator's native money was at a block: what was booked, and what transactions in later blocks
 * cost. They are `isUnderWay` while one of ours is mined by then (its nonce is below the sender's count) and its cost not
 * booked, and while a route's native money is there or was in a later block.
 */
export async function selectGas(
  tx: Sql,
  chain: ChainId,
  token: string,
  sender: string,
  block: number,
  count: number,
): Promise<{ units: bigint; isUnderWay: boolean }> {
  const [row] = await tx<{ units: string; is_under_way: boolean }[]>`
    select ledger_balance(ledger_account_id('live', 'gas', null, ${chain}, ${token}))
        + coalesce((select sum(gas_cost) from transfer_batches
          where chain = ${chain} and status = 'done' and block_number > ${block}), 0) as units,
      exists (select from transfer_batches
        where chain = ${chain} and sender = ${sender} and status = 'open' and nonce < ${count})
      or exists (select from route_steps where environment = 'live' and chain = ${chain} and token = ${token}
        and status in ('funding', 'funded', 'approving', 'calling', 'returning'))
      or exists (select from transfers t join transfer_batches b using (batch_id)
        where t.chain = ${chain} and t.token = ${token} and t.kind in ('route', 'call') and b.block_number > ${block})
      as is_under_way`;
  return { units: BigInt(row?.units ?? 0), isUnderWay: row?.is_under_way ?? true };
}

/** What routes brought into the vault in later blocks, which is booked already. */
export async function selectRouted(
  tx: Sql,
  chain: ChainId,
  finalNumber: bigint,
): Promise<{ token: string; units: string }[]> {
  return tx<{ token: string; units: string }[]>`
    select to_token as token, arrived_units as units from route_steps
    where to_chain = ${chain} and arrived_block > ${finalNumber}`;
}

/**
 * What left in later blocks and is booked already, so that it was there still. Below zero: what routes sent back to the
 * vault then.
 */
export async function selectLeft(
  tx: Sql,
  chain: ChainId,
  finalNumber: bigint,
): Promise<{ token: string; units: string }[]> {
  return tx<{ token: string; units: string }[]>`
    select t.token, sum(case kind when 'call' then -units else units end) as units
    from transfer_batches b join transfers t using (batch_id)
    where b.chain = ${chain} and b.block_number > ${finalNumber} and t.status = 'completed'
      and (kind in ('refund', 'return', 'payout', 'route') or (kind = 'call' and transfer_id like '%:back:%'))
    group by t.token`;
}

/** Tokens that routes are bringing into the vault: some may be there before it is known how much came. */
export async function selectComing(tx: Sql, chain: ChainId): Promise<string[]> {
  const rows = await tx<{ token: string }[]>`
    select to_token as token from route_steps
    where environment = 'live' and to_chain = ${chain} and status in ('calling', 'called')
    union
    select token from route_steps where environment = 'live' and chain = ${chain} and status = 'returning'`;
  return rows.map(({ token }) => token);
}

/** Arrivals in blocks that are final by depth, and too large to be final by it. */
export async function selectUnfinal(
  tx: Sql,
  chain: ChainId,
  finalNumber: bigint,
): Promise<{ token: string; units: string }[]> {
  return tx<{ token: string; units: string }[]>`
    select token, sum(units) as units from arrivals
    where chain = ${chain} and state = 'seen' and block_number <= ${finalNumber} and token is not null group by token`;
}

/** The deposit addresses at which a token has arrived. */
export async function selectReceivers(
  tx: Sql,
  chain: ChainId,
): Promise<{ token: string; address: string }[]> {
  return tx<{ token: string; address: string }[]>`
    select distinct token, address from arrivals
    where chain = ${chain} and state <> 'gone' and token is not null`;
}

/**
 * Payments in transactions that are not final, some of which may have been mined. Those that the chain abandoned after
 * they were completed are booked.
 */
export async function selectSending(
  tx: Sql,
  chain: ChainId,
): Promise<{ transfer_id: string; token: string; units: string; is_booked: boolean }[]> {
  return tx<{ transfer_id: string; token: string; units: string; is_booked: boolean }[]>`
    select transfer_id, token, units, reopenings > 0 as is_booked from transfers
    where (status = 'sending' or (status = 'waiting' and reopenings > 0)) and kind not in ('sweep', 'call') and chain = ${chain} and environment = 'live'`;
}
