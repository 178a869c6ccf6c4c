import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { PaymentKey } from '../../lib/payment-key.ts';
import type { Sql } from '../../platform/db/client.ts';

/** A transaction that a customer says to have sent, with what is needed to look at it. */
export interface HintRow extends PaymentKey {
  chain: ChainId;
  tx_hash: string;
  given_at: Date;
  /** Whether the payment can still be paid: else nobody needs the hint. */
  is_pending: boolean;
  /** The payment's deposits on this chain. */
  deposits: { address: string; token: Token }[];
}

/** What a look found out. */
export interface HintFinding {
  state: 'new' | 'pending' | 'mined' | 'reverted' | 'foreign';
  /** Null when it need not be looked at again. */
  checkAt: Date | null;
  sends: { address: string; token: Token; units: bigint; payer: string; blockTime: Date | null } | null;
}

export interface RevertedHint {
  chain: ChainId;
  address: string;
  token: Token;
  tx_hash: string;
  payer_address: string;
  units: string;
}

/** Without effect when it is known, or when the payment has as many as it may have. */
export async function insertHint(
  sql: Sql,
  key: PaymentKey,
  hint: { chain: ChainId; txHash: string; maxHints: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into transaction_hints (payment_id, merchant_id, chain, tx_hash, given_at, check_at)
    select ${key.payment_id}, ${key.merchant_id}, ${hint.chain}, ${hint.txHash}, ${now}, ${now}
    where (select count(*) from transaction_hints
      where payment_id = ${key.payment_id} and merchant_id = ${key.merchant_id}) < ${hint.maxHints}
    on conflict do nothing`;
}

/** Claims due hints until `leaseUntil`. */
export async function takeDueHints(
  sql: Sql,
  now: Date,
  leaseUntil: Date,
  limit: number,
  busyChains: readonly string[],
): Promise<HintRow[]> {
  return sql<HintRow[]>`
    update transaction_hints h set check_at = ${leaseUntil}
    from payments p
    where h.ctid = any(array(
      select ctid from transaction_hints
      where check_at <= ${now} and chain <> all(${busyChains}::text[])
      order by check_at limit ${limit} for update skip locked
    )) and p.payment_id = h.payment_id and p.merchant_id = h.merchant_id
    returning h.payment_id, h.merchant_id, h.chain, h.tx_hash, h.given_at, p.status = 'pending' as is_pending, (
      select coalesce(json_agg(json_build_object('address', d.address, 'token', d.token)), '[]') from deposits d
      where d.payment_id = h.payment_id and d.merchant_id = h.merchant_id and d.chain = h.chain) as deposits`;
}

export async function updateHint(
  tx: Sql,
  hint: HintRow,
  { state, checkAt, sends }: HintFinding,
): Promise<void> {
  await tx`
    update transaction_hints set state = ${state}, check_at = ${checkAt}, address = ${sends?.address ?? null},
      token = ${sends?.token ?? null}, units = ${sends?.units.toString() ?? null},
      payer_address = ${sends?.payer ?? null}, block_time = ${sends?.blockTime ?? null}
    where payment_id = ${hint.payment_id} and merchant_id = ${hint.merchant_id} and chain = ${hint.chain}
      and tx_hash = ${hint.tx_hash}`;
}

/** For a payment that is over or under way without it. */
export async function updateHintDone(sql: Sql, hint: HintRow): Promise<void> {
  await sql`
    update transaction_hints set check_at = null
    where payment_id = ${hint.payment_id} and merchant_id = ${hint.merchant_id} and chain = ${hint.chain}
      and tx_hash = ${hint.tx_hash}`;
}

export async function nextHintCheck(sql: Sql, busyChains: readonly string[]): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(check_at) as at from transaction_hints
    where check_at is not null and chain <> all(${busyChains}::text[])`;
  return row?.at ?? null;
}

export async function selectReverted(
  sql: Sql,
  chains: readonly ChainId[],
  addresses: readonly string[],
): Promise<RevertedHint[]> {
  return sql<RevertedHint[]>`
    select chain, address, token, tx_hash, payer_address, units from transaction_hints
    where chain = any(${[...chains]}::text[]) and address = any(${addresses}::text[]) and state = 'reverted' order by block_time`;
}
