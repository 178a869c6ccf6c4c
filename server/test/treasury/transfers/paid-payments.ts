import { payIdAt, seriesOf } from '../../../src/treasury/transfers/pay-ids.ts';
import { nonceCount, nonceNumberOf } from '../../../src/treasury/transfers/solana/nonces.ts';
import type { TestService } from '../../support/service.ts';
import { account, moving, postNow } from '../ledger/support.ts';

/** The durable nonces of the payments before. */
const taken: number[] = [];

/** Refunds of payments in a row wait for no durable nonce of each other: by chance, one in sixteen would. */
function withOwnNonce(next: () => string): string {
  for (;;) {
    const paymentId = next();
    const nonce = nonceNumberOf(payIdAt(seriesOf.refund(paymentId), 0n));
    if (taken.includes(nonce)) continue;
    taken.push(nonce);
    taken.splice(0, taken.length - nonceCount / 2);
    return paymentId;
  }
}

/** Puts a completed live payment of USDC into the database, and books it. Its money must be in the vault already. */
export async function insertPaid(
  { ctx, merchantId }: Pick<TestService, 'ctx' | 'merchantId'>,
  chain: 'base' | 'solana',
  payer: string,
  units: bigint,
): Promise<string> {
  const paymentId = chain === 'solana' ? withOwnNonce(() => ctx.ids.next('pay')) : ctx.ids.next('pay');
  await ctx.db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, completed_at, chain, token, token_units, tx_hash,
      payer_address)
    values (${paymentId}, ${merchantId}, 'live', 'completed', ${(units / 10_000n).toString()}::bigint, 'USD', '{}',
      ${[chain]}::text[], '{USDC}', now(), now(), now(), ${chain}, 'USDC', ${units.toString()}::numeric, '0x', ${payer})`;
  const rest = { environment: 'live', chain } as const;
  const [owed, held] = [account('merchant_balance', merchantId, rest), account('vault', merchantId, rest)];
  await postNow(ctx, [moving('completion', paymentId, units, owed, held)]);
  return paymentId;
}
