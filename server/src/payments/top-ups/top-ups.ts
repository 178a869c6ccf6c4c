import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { shownSymbol, tokenDecimals } from '../../lib/chains/registry.ts';
import { ApiError } from '../../lib/errors.ts';
import { fiatMinorOf, formatFiat, roundUpToShown } from '../../lib/money.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { Asset } from '../../treasury/payouts/payout.ts';
import { assertOnChain } from '../../treasury/payouts/payouts.ts';
import { pricesOf } from '../../treasury/payouts/plan-payout.ts';
import { settlementOf } from '../../treasury/payouts/settings/settings.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { addPayment, newPayment } from '../payment/payments.ts';
import { holdMissing } from '../refunds/coverage.ts';
import type { TopUpBody } from './top-up-schema.ts';
import { selectOpenTopUps } from './top-up-store.ts';

const expirationMinutes = 1440;

/**
 * A payment of the merchant to itself, of exactly the units that its waiting refunds lack. No other amount, since it has no
 * fee: sales could be made that way. If open top-ups ask for them already, the newest of those.
 */
export async function createTopUp(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  body: TopUpBody,
): Promise<PaymentRow> {
  const asset: Asset = { chain: body.chain, token: body.token };
  assertOnChain(asset);
  const { merchant_id, environment } = caller;
  const balance = { merchant_id, environment, ...asset };
  const missing = await holdMissing(tx, balance);
  if (missing === 0n) throw new ApiError('TOP_UP_NOT_NEEDED', { details: { ...asset } });
  const open = await selectOpenTopUps(tx, balance);
  const asked = open.reduce((sum, { exact_units }) => sum + BigInt(exact_units ?? '0'), 0n);
  return asked < missing ? addTopUp(ctx, tx, caller, asset, missing - asked) : payable(ctx, open);
}

function payable(ctx: Context, open: readonly PaymentRow[]): PaymentRow {
  const topUp = open.find(({ status, expires_at }) => status === 'pending' && expires_at > ctx.clock.now());
  if (topUp) return topUp;
  throw new ApiError('TOP_UP_NOT_NEEDED', {
    message: 'Top-ups that are being confirmed bring what is missing in this balance. Wait until they have.',
  });
}

async function addTopUp(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  asset: Asset,
  missing: bigint,
): Promise<PaymentRow> {
  const decimals = tokenDecimals(asset.chain, asset.token);
  const units = roundUpToShown(missing, decimals);
  const settlement = await settlementOf(ctx, tx, caller);
  const prices = pricesOf(ctx, settlement, asset);
  if (!prices)
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message: 'There is no current exchange rate for this token or your currency. Try again shortly.',
    });
  const worth = fiatMinorOf(units, prices.token, prices.currency, decimals);
  const row = newPayment(ctx, caller, {
    amount: formatFiat(worth > 0n ? worth : 1n),
    currency: settlement.currency,
    description: `Top-up of your ${shownSymbol(caller.environment, asset.token)} balance`,
    expiration_minutes: expirationMinutes,
    accepted_chains: [asset.chain],
    accepted_tokens: [asset.token],
  });
  const topUp: PaymentRow = { ...row, purpose: 'top_up', exact_units: units.toString() };
  await addPayment(tx, topUp);
  return topUp;
}
