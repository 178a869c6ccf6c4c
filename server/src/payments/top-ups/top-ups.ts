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
import { missingUnits } from '../refunds/coverage.ts';
import type { TopUpBody } from './top-up-schema.ts';

const expirationMinutes = 1440;

/**
 * A payment of the merchant to itself, of exactly the units that its waiting refunds lack. No other amount, since it has no
 * fee: sales could be made that way.
 */
export async function createTopUp(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  body: TopUpBody,
): Promise<PaymentRow> {
  const asset: Asset = { chain: body.chain, token: body.token };
  assertOnChain(asset);
  const decimals = tokenDecimals(asset.chain, asset.token);
  const { merchant_id, environment } = caller;
  const missing = await missingUnits(tx, { merchant_id, environment, ...asset });
  if (missing === 0n) throw new ApiError('TOP_UP_NOT_NEEDED', { details: { ...asset } });
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
