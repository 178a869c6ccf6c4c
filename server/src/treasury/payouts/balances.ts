import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { type ChainId, chainIds, chains, type Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { fiatMinorOf } from '../../lib/money.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { pricesOf } from './plan-payout.ts';
import { settlementOf } from './settings/settings.ts';
import { selectUnderWay } from './under-way-store.ts';

/** What a merchant has in one token on one chain, in units of the token there. */
export interface Balance {
  chain: ChainId;
  token: Token;
  /** The ledger's: what is available, and what refunds that wait for it need. */
  booked: bigint;
  /** Can be paid out. Negative only after a chain took money back or a backup was restored. */
  available: bigint;
  /** From payments that are not final yet. */
  pending: bigint;
  /** In refunds that are being sent. */
  refunding: bigint;
  /** Lacking to cover refunds that wait for this balance. */
  missing: bigint;
  /** In payouts that are being sent. */
  inTransit: bigint;
  /** Current worth of what is available; null without a price. */
  worthMinor: bigint | null;
  /** The currency of the settlement settings. */
  currency: Currency;
}

/** The caller's balances, in the order of the registry. Omits tokens it never had. */
export async function listBalances(ctx: Context, caller: Caller): Promise<Balance[]> {
  const { merchant_id: merchantId, environment } = caller;
  // One snapshot, so that a payment that completes meanwhile is counted once.
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
      const balance = known?.balance ?? 0n;
      const waiting = BigInt(moving?.waiting ?? '0');
      // Money that waiting refunds need cannot be paid out.
      const available = balance > 0n ? larger(balance - waiting, 0n) : balance;
      const missing = waiting > 0n ? larger(waiting - balance, 0n) : 0n;
      const refunding = known?.refunding ?? 0n;
      const pending = BigInt(moving?.coming ?? '0');
      const prices = pricesOf(ctx, settlement, { chain, token });
      const worthMinor = prices && fiatMinorOf(available, prices.token, prices.currency, decimals);
      const { currency } = settlement;
      const inTransit = known?.inTransit ?? 0n;
      return [
        {
          chain,
          token,
          booked: balance,
          available,
          pending,
          refunding,
          missing,
          inTransit,
          worthMinor,
          currency,
        },
      ];
    }),
  );
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
