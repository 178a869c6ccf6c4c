import { type Static, Type } from 'typebox';
import { chainIds, tokens } from '../../../lib/chains/registry.ts';
import { currencies } from '../../../lib/currencies.ts';
import { currencyField, nullable, oneOf } from '../../../lib/fields.ts';
import { formatFiat } from '../../../lib/money.ts';
import type { Asset } from '../payout.ts';
import { schedules } from './schedule.ts';
import { type SettlementRow, targetOf, unroutableWays } from './settings-store.ts';
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

const assetResource = Type.Object({ chain: oneOf(chainIds), token: oneOf(tokens) });

const settlementResource = Type.Object({
  asset: oneOf(['as_received', 'routed'], {
    description:
      '`as_received`: balances are paid out in the token and on the chain in which they came. `routed`: they are exchanged into `route_to` first.',
  }),
  route_to: nullable(assetResource),
  routable_to: Type.Array(assetResource, {
    description: 'What `route_to` can be here. Empty in live mode while the operator has routing off.',
  }),
  when_not_routable: oneOf(unroutableWays, {
    description: 'What becomes of a balance that cannot be exchanged within the limits.',
  }),
  schedule: oneOf(schedules),
  currency: oneOf(currencies, { description: 'Currency of the amounts.' }),
  minimum_amount: Type.String({ description: 'A balance worth less waits. Two decimals.' }),
  reserve_amount: Type.String({ description: 'Kept of each balance, for refunds. Two decimals.' }),
  next_payout_at: nullable(timestamp('When balances are looked at next; null if only by hand.')),
  wallets: Type.Array(walletResource),
});
type Settlement = Static<typeof settlementResource>;

const walletEntry = Type.Object(
  {
    wallet_id: Type.String(),
    family: oneOf(families),
    address: Type.String(),
    status: oneOf(['active', 'pending', 'replaced', 'cancelled']),
    set_by: nullable(Type.String({ description: 'E-mail address of the member.' })),
    active_from: Type.String(),
    created_at: Type.String(),
  },
  { description: 'A payout wallet in the history.' },
);
type WalletEntry = Static<typeof walletEntry>;

/** Named in the OpenAPI document of the dashboard. */
export const namedWalletEntry = { name: 'WalletEntry', schema: walletEntry };
/** Named in the OpenAPI document. */
export const namedSettlement = { name: 'Settlement', schema: settlementResource };

const amount = () => Type.Optional(Type.String({ maxLength: 20 }));

export const settlementBody = Type.Object({
  route_to: Type.Optional(nullable(assetResource)),
  when_not_routable: Type.Optional(oneOf(unroutableWays)),
  schedule: Type.Optional(oneOf(schedules)),
  currency: Type.Optional(currencyField()),
  minimum_amount: amount(),
  reserve_amount: amount(),
});
export type SettlementBody = Static<typeof settlementBody>;

export const walletParams = Type.Object({ family: oneOf(families) });
export const walletBody = Type.Object({
  address: Type.String({ minLength: 1, maxLength: 100 }),
});

export function toSettlement(
  row: SettlementRow,
  wallets: readonly Wallet[],
  targets: readonly Asset[],
  now: Date,
): Settlement {
  return {
    asset: row.asset,
    route_to: targetOf(row),
    routable_to: [...targets],
    when_not_routable: row.unroutable,
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

/** `active`: ids of the wallets in effect. */
export function toWalletEntry(row: Wallet, active: readonly string[], now: Date): WalletEntry {
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
