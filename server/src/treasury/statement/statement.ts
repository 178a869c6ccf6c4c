import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import { formatFiat, formatUnits, parseUnits, proportionOf } from '../../lib/money.ts';
import type { Page } from '../../platform/db/page.ts';
import { settlementOf } from '../payouts/settings/settings.ts';
import { rateDecimals } from '../prices/rates.ts';
import { costsOf, type RouteCosts } from '../routes/route-costs.ts';
import { type RouteView, routesNamed } from '../routes/view/view.ts';
import { type StatementFilter, type StatementRow, selectStatement } from './statement-store.ts';

/** A line of the statement. */
export interface StatementLine {
  cursor: string;
  posted_at: string;
  type: string;
  source_id: string;
  payment_id: string | null;
  chain: string;
  token: string;
  token_in: string | null;
  token_out: string | null;
  fee: string | null;
  /** Worth at the time: at receipt for payments, at payout for payouts. */
  worth: string | null;
  currency: Currency | null;
  tx_hash: string | null;
  /** Worth before the operator's fee. */
  gross: string | null;
  /** What one token was worth then, in `currency`, with eight decimals. */
  rate: string | null;
  invoice_number: string | null;
  customer_email: string | null;
  reference_id: string | null;
  /** Costs of an ended route, each as a list of tokens and amounts: `ETH 0.0005, USDC 0.01`. */
  pool_fee: string | null;
  bridge_fee: string | null;
  slippage: string | null;
  gas: string | null;
}

/** Everything that changed a merchant's balances, newest first. */
export async function statement(
  ctx: Context,
  caller: Caller,
  filter: StatementFilter,
  paging: { limit: number; starting_after?: string },
): Promise<Page<StatementLine>> {
  const { currency } = await settlementOf(ctx, ctx.db, caller);
  const { limit, starting_after: after = null } = paging;
  const rows = await selectStatement(ctx.db, caller, filter, after, limit + 1);
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const ended = shown.flatMap(({ source }) => /^(rte_\w+):end$/.exec(source)?.[1] ?? []);
  const routes = await routesNamed(ctx.db, caller, ended);
  const lines = shown.map((row) => ({
    ...toLine(row, currency),
    ...costColumns(routes.filter(({ route }) => `${route.route_id}:end` === row.source)),
  }));
  return { rows: lines, hasMore, cursorEnvironment: null };
}

/** The token comes first: exports turn a cell that begins with a minus into text. */
function costColumns(routes: readonly RouteView[]) {
  const { poolFees, bridgeFees, slippage, gas } = costsOf(routes);
  const cell = (amounts: RouteCosts['gas']) =>
    amounts
      .map(({ chain, token, units }) => `${token} ${formatUnits(units, tokenDecimals(chain, token))}`)
      .join(', ') || null;
  return { pool_fee: cell(poolFees), bridge_fee: cell(bridgeFees), slippage: cell(slippage), gas: cell(gas) };
}

function toLine(row: StatementRow, currency: Currency) {
  const decimals = tokenDecimals(row.chain, row.token);
  const units = BigInt(row.units);
  const fee = BigInt(row.fee_units);
  const moved = units < 0n ? -units : units;
  const worth = worthOf(row, currency, moved);
  const gross = worthOf(row, currency, moved + (fee < 0n ? -fee : fee));
  const rate = worthOf(row, currency, 10n ** BigInt(decimals), rateScale);
  return {
    cursor: row.cursor,
    posted_at: row.posted_at.toISOString(),
    type: row.kind,
    source_id: row.source,
    payment_id: row.payment_id,
    chain: row.chain,
    token: row.token,
    token_in: units > 0n ? formatUnits(units, decimals) : null,
    token_out: units < 0n ? formatUnits(-units, decimals) : null,
    // The fee of a reversal is negative, since it was returned. Amounts have no sign here: `token_out` says the
    // direction.
    fee: fee === 0n ? null : formatUnits(fee < 0n ? -fee : fee, decimals),
    worth: worth && formatFiat(worth.minor),
    currency: worth?.currency ?? null,
    tx_hash: row.tx_hash,
    gross: gross && formatFiat(gross.minor),
    rate: rate && formatUnits(rate.minor, 8),
    invoice_number: row.invoice_number,
    customer_email: row.customer_email,
    reference_id: row.reference_id,
  };
}

/** Six more decimals than a currency has. */
const rateScale = 1_000_000n;

/**
 * Worth of so many units in the merchant's currency if the historic rate is known: the amount is in it, or it is USD. Otherwise in the
 * payment's currency, since today's rates would be wrong for an old payment.
 */
function worthOf(
  row: StatementRow,
  wanted: Currency,
  units: bigint,
  scale = 1n,
): { minor: bigint; currency: Currency } | null {
  const { amount_minor: whole, amount_units: of, currency, usd_per_currency: rate } = row;
  if (whole === null || of === null || currency === null) return null;
  const minor = proportionOf(whole * scale, units, BigInt(of));
  if (currency === wanted || wanted !== 'USD' || rate === null) return { minor, currency };
  return {
    minor: proportionOf(minor, parseUnits(rate, rateDecimals), parseUnits('1', rateDecimals)),
    currency: 'USD',
  };
}
