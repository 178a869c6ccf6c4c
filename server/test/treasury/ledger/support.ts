import type { Context } from '../../../src/app/context.ts';
import { post } from '../../../src/treasury/ledger/ledger.ts';
import type { AccountKey, AccountKind, Posting, PostingKind } from '../../../src/treasury/ledger/posting.ts';

const ofMerchant: readonly AccountKind[] = ['merchant_balance', 'in_transit', 'refunding', 'unapplied'];

/** An account in test mode, of USDC on base unless said otherwise. */
export function account(kind: AccountKind, merchantId: string, rest: Partial<AccountKey> = {}): AccountKey {
  const owner = ofMerchant.includes(kind) ? merchantId : null;
  return { kind, merchantId: owner, environment: 'test', chain: 'base', token: 'USDC', ...rest };
}

/** Moves units from one account to the other. */
export function moving(
  kind: PostingKind,
  source: string,
  units: bigint,
  from: AccountKey,
  to: AccountKey,
): Posting {
  const lines = [
    { account: to, units },
    { account: from, units: -units },
  ];
  return { kind, source, environment: to.environment, at: new Date('2026-03-01T12:00:00Z'), lines };
}

export function postNow(ctx: Context, postings: Posting[]): Promise<void> {
  return ctx.db.begin((tx) => post(tx, postings));
}

/** What `causeway ledger check` would find if balances were computed anew. */
export async function balances(ctx: Context): Promise<Map<string, bigint>> {
  const rows = await ctx.db<{ name: string; kept: string; summed: string }[]>`
    select concat_ws(' ', kind, merchant_id, chain, token) as name, ledger_balance(account_id) as kept,
      coalesce(summed, 0) as summed
    from ledger_accounts a left join (
      select account_id, sum(units) as summed from ledger_lines group by account_id) as e using (account_id)
    order by name`;
  for (const { name, kept, summed } of rows)
    if (kept !== summed) throw new Error(`${name}: ${kept} is kept, and its entries add up to ${summed}`);
  return new Map(rows.map(({ name, kept }) => [name, BigInt(kept)]));
}

/** What is held in live USDC on base, and whose it is: all as positive numbers. */
export async function usdcBalances(ctx: Context, merchantId: string) {
  const found = await balances(ctx);
  const of = (name: string) => found.get(`${name} base USDC`) ?? 0n;
  return {
    held: of('deposit_address'),
    balance: -of(`merchant_balance ${merchantId}`),
    unapplied: -of(`unapplied ${merchantId}`),
    fees: -of('fee_income'),
  };
}
