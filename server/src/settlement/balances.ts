import type { Caller } from '../caller.ts';
import { type ChainId, chainIds, chains, type Token } from '../chains/registry.ts';
import type { Context } from '../context.ts';
import type { Currency } from '../currencies.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { fiatMinorOf } from '../money.ts';
import { pricesOf } from './prospects.ts';
import { settlementOf } from './settings.ts';
import { selectUnderWay } from './store.ts';

/** What a merchant has in one token on one chain, in units of the token there. */
export interface Balance {
  chain: ChainId;
  token: Token;
  /** Can be paid out. Negative when refunds took more than there was. */
  available: bigint;
  /** Of payments that are not final yet. */
  pending: bigint;
  /** Of refunds that are being sent: taken off what is available. */
  refunding: bigint;
  /** Of payouts that are being sent. */
  inTransit: bigint;
  /** What is available is worth now; null without a price. */
  worthMinor: bigint | null;
  /** Of the settlement settings. */
  currency: Currency;
}

/** The caller's balances, in the order of the registry. Tokens it never had are left out. */
export async function listBalances(ctx: Context, caller: Caller): Promise<Balance[]> {
  const { merchant_id: merchantId, environment } = caller;
  // At one moment: a payment that completes in between is counted once.
  const [booked, underWay] = await ctx.db.begin(
    'isolation level repeatable read read only',
    async (tx) =>
      [
        await balancesOf(tx, merchantId, environment),
        await selectUnderWay(tx, merchantId, environment),
      ] as const,
  );
  const settlement = await settlementOf(ctx, ctx.db, caller);
  return chainIds.flatMap((chain) =>
    chains[chain].tokens.flatMap(({ symbol: token, decimals }) => {
      const isHere = (row: { chain: ChainId; token: string }) => row.chain === chain && row.token === token;
      const known = booked.find(isHere);
      const moving = underWay.find(isHere);
      if (!known && !moving) return [];
      const refunding = BigInt(moving?.leaving ?? '0');
      const available = (known?.balance ?? 0n) - refunding;
      const pending = BigInt(moving?.coming ?? '0');
      const prices = pricesOf(ctx, settlement, { chain, token });
      const worthMinor = prices && fiatMinorOf(available, prices.token, prices.currency, decimals);
      const { currency } = settlement;
      const inTransit = known?.inTransit ?? 0n;
      return [{ chain, token, available, pending, refunding, inTransit, worthMinor, currency }];
    }),
  );
}
