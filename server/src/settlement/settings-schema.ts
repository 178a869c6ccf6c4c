import { type Static, Type } from 'typebox';
import { currencies } from '../currencies.ts';
import { currencyField, nullable, oneOf } from '../fields.ts';
import { formatFiat } from '../money.ts';
import { schedules } from './schedule.ts';
import type { SettlementRow } from './settings-store.ts';
import type { WalletRow as Wallet } from './wallet-store.ts';

const families = ['evm', 'solana'] as const;
const timestamp = (description: string) => Type.String({ format: 'date-time', description });

const walletResource = Type.Object({
  family: oneOf(families, { description: 'One wallet for all EVM chains, one for Solana.' }),
  address: Type.String(),
  status: oneOf(['active', 'pending'], {
    description: '`active`: payouts go there. `pending`: they will, from `active_from` on.',
  }),
  active_from: timestamp('When it became or becomes active.'),
  created_at: timestamp('When it was set.'),
});

const settlementResource = Type.Object({
  asset: oneOf(['as_received'], {
    description: 'Balances are paid out in the token and on the chain in which they came.',
  }),
  schedule: oneOf(schedules),
  currency: oneOf(currencies, { description: 'Currency of the amounts.' }),
  minimum_amount: Type.String({ description: 'A balance worth less waits. Two decimals.' }),
  reserve_amount: Type.String({ description: 'Kept of each balance, for refunds. Two decimals.' }),
  next_payout_at: nullable(timestamp('When balances are looked at next; null if only by hand.')),
  wallets: Type.Array(walletResource),
});
type Settlement = Static<typeof settlementResource>;

/** Named in the OpenAPI document. */
export const namedSettlement = { name: 'Settlement', schema: settlementResource };

const amount = () => Type.Optional(Type.String({ maxLength: 20 }));

export const settlementBody = Type.Object({
  schedule: Type.Optional(oneOf(schedules)),
  currency: Type.Optional(currencyField()),
  minimum_amount: amount(),
  reserve_amount: amount(),
});
export type SettlementBody = Static<typeof settlementBody>;

export const walletParams = Type.Object({ family: oneOf(families) });
export const walletBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ writeOnly: true, maxLength: 1000 }),
});

export function toSettlement(row: SettlementRow, wallets: readonly Wallet[], now: Date): Settlement {
  return {
    asset: row.asset,
    schedule: row.schedule,
    currency: row.currency,
    minimum_amount: formatFiat(row.minimum_minor),
    reserve_amount: formatFiat(row.reserve_minor),
    next_payout_at: row.due_at?.toISOString() ?? null,
    wallets: wallets.map(({ family, address, holds_from, created_at }) => ({
      family,
      address,
      status: holds_from <= now ? 'active' : 'pending',
      active_from: holds_from.toISOString(),
      created_at: created_at.toISOString(),
    })),
  };
}

/** A wallet in the history, for the dashboard. */
export function toWalletEntry(row: Wallet, active: readonly string[], now: Date) {
  const { wallet_id, family, address, member_email, holds_from, created_at, cancelled_at } = row;
  const status = cancelled_at
    ? 'cancelled'
    : holds_from > now
      ? 'pending'
      : active.includes(wallet_id)
        ? 'active'
        : 'replaced';
  return {
    wallet_id,
    family,
    address,
    status,
    set_by: member_email,
    active_from: holds_from.toISOString(),
    created_at: created_at.toISOString(),
  };
}
