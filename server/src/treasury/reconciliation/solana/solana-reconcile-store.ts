import type { Sql } from '../../../platform/db/client.ts';

/** The slot from which chain state includes everything the ledger has; null before the first pass. */
export async function selectReadSlot(tx: Sql): Promise<number | null> {
  const [row] = await tx<{ slot: bigint | null }[]>`
    select greatest(final_number, (
      select max(block_number) from arrivals where chain = 'solana' and state = 'final'), (
      select max(arrived_block) from route_steps where to_chain = 'solana'), (
      select max(slot) from solana_batches)) as slot
    from chain_cursors where chain = 'solana' and halted_at is null`;
  return row?.slot === undefined || row.slot === null ? null : Number(row.slot);
}

export async function selectLedger(
  tx: Sql,
  tokens: readonly string[],
): Promise<{ kind: 'deposit_address' | 'vault' | 'cold'; token: string; units: string }[]> {
  return tx<{ kind: 'deposit_address' | 'vault' | 'cold'; token: string; units: string }[]>`
    select kind, token, ledger_balance(account_id) as units from ledger_accounts
    where account_id in (
      select ledger_account_id('live', kind, null, 'solana', token)
      from unnest(array['deposit_address', 'vault', 'cold']) as kind, unnest(${tokens}::text[]) as token)`;
}

/**
 * Units that may be on the chain and not in the ledger yet: arrivals that are not final, mints and swaps, and payments
 * under way.
 */
export async function selectUnderWay(
  tx: Sql,
): Promise<{ token: string; arriving: string; leaving: string }[]> {
  return tx<{ token: string; arriving: string; leaving: string }[]>`
    select token, sum(arriving)::text as arriving, sum(leaving)::text as leaving from (
      select token, units as arriving, 0 as leaving from arrivals
      where chain = 'solana' and state = 'seen' and token is not null
      union all
      -- The operator decides whose it is.
      select token, units, 0 from contested_transactions where decided_at is null and token is not null
      union all
      select to_token, token_units, 0 from route_steps
      where chain <> 'solana' and to_chain = 'solana' and environment = 'live' and status = 'called'
      union all
      -- An exchange may bring more than was expected, before anybody has read how much it was.
      select to_token, 2 * expected_units, 0 from route_steps
      where chain = 'solana' and to_chain = 'solana' and environment = 'live' and status in ('calling', 'called')
      union all
      select t.token, 0, t.units from transfers t join solana_batches b using (batch_id)
      where t.status = 'sending' and b.call in ('pay', 'spend')
    ) as moving group by token`;
}

/** Accounts that received a token. */
export async function selectAccounts(tx: Sql): Promise<{ token: string; account: string }[]> {
  return tx<{ token: string; account: string }[]>`
    select distinct token, account from arrivals
    where chain = 'solana' and state <> 'gone' and token is not null and account is not null`;
}

/** The slot from which the fee payer's balance includes all booked costs. */
export async function selectBookedSlot(sql: Sql): Promise<number> {
  const [row] = await sql<{ slot: bigint | null }[]>`select max(slot) as slot from solana_batches`;
  return Number(row?.slot ?? 0);
}

/** Signatures of open batches. */
export async function selectOpenHashes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ tx_hash: string }[]>`
    select s.tx_hash from solana_signatures s join solana_batches b using (batch_id) where b.status = 'open'`;
  return rows.map(({ tx_hash }) => tx_hash);
}

/** The fee payer's balance at a slot according to the ledger: what is booked, without the costs of later slots. */
export async function selectSolanaGas(tx: Sql, slot: number): Promise<bigint> {
  const [row] = await tx<{ units: string }[]>`
    select ledger_balance(ledger_account_id('live', 'gas', null, 'solana', 'SOL'))
      + coalesce((select sum(cost) from solana_batches where slot > ${slot}), 0) as units`;
  return BigInt(row?.units ?? 0);
}
