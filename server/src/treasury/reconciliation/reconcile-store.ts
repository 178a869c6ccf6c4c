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

/** Holdings on a chain according to the ledger, in live mode. */
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
 * The operator's native balance at a block according to the ledger: what is booked, plus the costs of transactions in
 * later blocks. `isUnderWay` while a transaction of ours is mined by then (its nonce is below the sender's count) and
 * its cost not booked, and while a route has native money there or had some in a later block.
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

/** Booked units that routes brought into the vault in later blocks. */
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
 * Booked units that left in later blocks, so that they were still there. Negative for what routes sent back to the
 * vault.
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

/** Tokens that open routes bring into the vault, and that may be there before they are booked. */
export async function selectComing(tx: Sql, chain: ChainId): Promise<string[]> {
  const rows = await tx<{ token: string }[]>`
    select to_token as token from route_steps
    where environment = 'live' and to_chain = ${chain} and status in ('calling', 'called')
    union
    select token from route_steps where environment = 'live' and chain = ${chain} and status = 'returning'`;
  return rows.map(({ token }) => token);
}

/** Arrivals in blocks that are final by depth, but too large for that finality. */
export async function selectUnfinal(
  tx: Sql,
  chain: ChainId,
  finalNumber: bigint,
): Promise<{ token: string; units: string }[]> {
  return tx<{ token: string; units: string }[]>`
    select token, sum(units) as units from arrivals
    where chain = ${chain} and state = 'seen' and block_number <= ${finalNumber} and token is not null group by token`;
}

/** Deposit addresses that received a token. */
export async function selectReceivers(
  tx: Sql,
  chain: ChainId,
): Promise<{ token: string; address: string }[]> {
  return tx<{ token: string; address: string }[]>`
    select distinct token, address from arrivals
    where chain = ${chain} and state <> 'gone' and token is not null`;
}

/**
 * Payments in transactions that are not final, of which some may be mined. `is_booked` marks reopened ones, which were
 * booked when they first completed.
 */
export async function selectSending(
  tx: Sql,
  chain: ChainId,
): Promise<{ pay_id: string | null; token: string; units: string; is_booked: boolean }[]> {
  return tx<{ pay_id: string | null; token: string; units: string; is_booked: boolean }[]>`
    select pay_id, token, units, reopenings > 0 as is_booked from transfers
    where (status = 'sending' or (status = 'waiting' and reopenings > 0)) and kind not in ('sweep', 'call') and chain = ${chain} and environment = 'live'`;
}
