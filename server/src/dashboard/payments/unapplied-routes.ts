import { type Static, Type } from 'typebox';
import { chains, tokens } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { nullable } from '../../lib/fields.ts';
import { fiatMinorOf, formatFiat } from '../../lib/money.ts';
import {
  listUnappliedQuery,
  namedUnappliedFund,
  toUnappliedFund,
} from '../../payments/unapplied-funds/schema.ts';
import type { UnappliedRow } from '../../payments/unapplied-funds/unapplied-fund.ts';
import { listUnapplied } from '../../payments/unapplied-funds/unapplied-funds.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { page } from '../../platform/http/envelope.ts';
import { parseQuery } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { type DashboardApi, listOf, memberRoute, ref } from '../route-options.ts';

const valuedFund = Type.Object({
  ...namedUnappliedFund.schema.properties,
  worth_usd: nullable(Type.String({ description: 'At the price of now; null without one.' })),
});
export const namedValuedFund = { name: 'ValuedFund', schema: valuedFund };

/** Unapplied money with what it is worth now, which the API leaves to the reader. */
export function dashboardUnappliedRoutes(ctx: DashboardContext) {
  return async (api: DashboardApi): Promise<void> => {
    api.get(
      '/unapplied_funds',
      memberRoute('listValuedFunds', 'read', {
        querystring: listUnappliedQuery,
        ...listOf(ref(namedValuedFund)),
      }),
      async (request) => {
        const query = parseQuery(listUnappliedQuery, request.query);
        const caller = callerOf(request);
        const { rows, hasMore } = await listUnapplied(ctx, caller, query);
        return page(
          rows.map((row) => toValuedFund(ctx, caller.environment, row)),
          hasMore,
        );
      },
    );
  };
}

function toValuedFund(
  { rates }: DashboardContext,
  environment: Environment,
  row: UnappliedRow,
): Static<typeof valuedFund> {
  const token = tokens.find((known) => known === row.token);
  const decimals = chains[row.chain].tokens.find(({ symbol }) => symbol === token)?.decimals;
  const price = token ? rates[environment].usdPerToken(token) : null;
  const dollar = rates[environment].usdPerCurrency('USD');
  const isPriced = price !== null && dollar !== null && decimals !== undefined;
  const worth = isPriced ? fiatMinorOf(BigInt(row.token_units), price, dollar, decimals) : null;
  return { ...toUnappliedFund(row), worth_usd: worth === null ? null : formatFiat(worth) };
}
