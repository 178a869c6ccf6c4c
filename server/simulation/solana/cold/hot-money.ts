import type { World } from '../../world.ts';
import type { ModelSolana } from '../model-solana.ts';
import { balanceOn, type SolanaToken } from '../solana-balances.ts';
import { solanaSigner } from '../solana-operator.ts';

/** What one moment allows to send away. */
export interface Hot {
  /** Of each token: what the treasury has, the ledger knows, and nobody waits for. */
  spare: Record<SolanaToken, bigint>;
  /** In millionths of a dollar, of all tokens, needed or not. */
  worth: bigint;
}

export const solanaTokens: readonly SolanaToken[] = ['USDC', 'SOL'];

/** Without it the treasury's account could not be: 0.00089088 SOL. */
const leastLamports = 890_880n;
/** How far clocks of workers are off, and more. */
const clocksOffMs = 5000;
const dayMs = 86_400_000;

/** In millionths of a dollar. No history changes these prices. */
export function usdOf(token: SolanaToken, units: bigint): bigint {
  return token === 'USDC' ? units : (units * 150n) / 1000n;
}

/**
 * Refunds, payouts, returns and routes that have not begun to leave, what has and is not over, and balances that are paid out
 * within a day. A refund that waits for its balance counts too, whatever of that balance is due.
 */
const openOf = (untilMs: number) => `
  select token, sum(open)::text as open, sum(sending)::text as sending from (
    select token, case when status = 'waiting' then units else 0 end as open, case when status = 'sending' then units else 0 end as sending
    from transfers where chain = 'solana' and status in ('waiting', 'sending') and kind <> 'sweep'
      and not (kind = 'cold' and status = 'waiting')
    union all select token, token_units, 0 from refunds r where chain = 'solana' and status = 'processing'
      and not exists (select from transfers where transfer_id = r.refund_id and status in ('waiting', 'sending'))
    union all select token, token_units, 0 from payouts p where chain = 'solana' and status = 'processing'
      and not exists (select from transfers where transfer_id = p.payout_id and status in ('waiting', 'sending'))
    union all select a.token, greatest(0, -ledger_balance(a.account_id)), 0 from ledger_accounts a
      join settlement_settings s on s.merchant_id = a.merchant_id and s.environment = 'live'
      where a.environment = 'live' and a.chain = 'solana' and a.kind = 'merchant_balance'
        and s.due_at <= to_timestamp(${untilMs} / 1000.0) and exists (
          select from payout_wallets w where w.merchant_id = a.merchant_id and w.environment = 'live' and w.cancelled_at is null)
  ) as all_of_it group by 1`;

const booked = `
  select token, ledger_balance(ledger_account_id('live', 'vault', null, 'solana', token))::text as units
  from unnest(array['USDC', 'SOL']) as token`;

export async function hotNow({ database, clock }: World, solana: ModelSolana): Promise<Hot> {
  const rows = await database.query<{ token: string; open: string; sending: string }>(
    openOf(clock.nowMs() + dayMs - clocksOffMs),
  );
  const known = await database.query<{ token: string; units: string }>(booked);
  const hot: Hot = { spare: { USDC: 0n, SOL: 0n }, worth: 0n };
  for (const token of solanaTokens) {
    const row = rows.find((one) => one.token === token);
    const inLedger = BigInt(known.find((one) => one.token === token)?.units ?? 0);
    const inTreasury = await finalInTreasury(solana, token);
    const sending = BigInt(row?.sending ?? 0);
    // Who waits for money that is not booked yet is not known.
    const least = inLedger < inTreasury ? inLedger : inTreasury;
    hot.spare[token] = least - sending - BigInt(row?.open ?? 0);
    const held = inTreasury - sending;
    if (held > 0n) hot.worth += usdOf(token, held);
  }
  return hot;
}

/** What is finalized, and can be spent. */
async function finalInTreasury(solana: ModelSolana, token: SolanaToken): Promise<bigint> {
  const { blocks } = solana.ledger;
  const slot = blocks[Math.max(0, blocks.length - 1 - solana.unfinal)]?.slot ?? 0;
  const units = await balanceOn(solana, solanaSigner.treasury, token, slot);
  if (token === 'USDC') return units;
  return units > leastLamports ? units - leastLamports : 0n;
}
