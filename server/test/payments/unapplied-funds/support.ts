import type { ChainId } from '../../../src/lib/chains/registry.ts';
import { post } from '../../../src/treasury/ledger/ledger.ts';
import { arrivalPosting } from '../../../src/treasury/ledger/postings.ts';
import type { TestService } from '../../support/service.ts';

interface Left {
  chain?: ChainId;
  token?: string;
  environment?: 'live' | 'test';
  payer?: string | null;
  email?: string | null;
  locale?: string | null;
}

/** Money that came too late for its payment, as a live chain would have brought it. */
export async function unappliedFund(
  { ctx, merchantId }: TestService,
  units: bigint,
  left: Left = {},
): Promise<{ payment_id: string; unapplied_id: string }> {
  const { chain = 'base', token = 'USDC', environment = 'live', email = null, locale = null } = left;
  const { payer = '0x00000000000000000000000000000000000000AA' } = left;
  const now = ctx.clock.now();
  const [payment, fund] = [ctx.ids.next('pay'), ctx.ids.next('unf')];
  await ctx.db.begin(async (tx) => {
    await tx`
      insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
        accepted_chains, accepted_tokens, customer_email, locale, expires_at, created_at)
      values (${payment}, ${merchantId}, ${environment}, 'expired', 1000, 'USD', '{}', '{base}', '{USDC}', ${email},
        ${locale}, ${now}, ${now})`;
    await tx`
      insert into arrivals (arrival_id, chain, kind, identity, token, address, units, block_hash, block_number,
        block_time, waits_for_finalized, state, seen_at)
      values (${fund}, ${chain}, 'log', ${fund}, ${token}, '0x', ${units.toString()}, '0x', 1, ${now}, false, 'final', ${now})`;
    await tx`
      insert into arrival_uses (arrival_id, payment_id, merchant_id, applied_units, unapplied_units, decided_at)
      values (${fund}, ${payment}, ${merchantId}, 0, ${units.toString()}, ${now})`;
    await tx`
      insert into unapplied_funds (unapplied_id, merchant_id, environment, payment_id, arrival_id, status, reason,
        chain, token, token_units, payer_address, arrived_at, created_at)
      values (${fund}, ${merchantId}, ${environment}, ${payment}, ${fund}, 'open', 'late', ${chain}, ${token},
        ${units.toString()}, ${payer}, ${now}, ${now})`;
    const money = { environment, merchantId, chain, token, units } as const;
    await post(tx, [arrivalPosting(money, fund, now)]);
  });
  return { payment_id: payment, unapplied_id: fund };
}
