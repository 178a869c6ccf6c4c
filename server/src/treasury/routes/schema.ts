import { type Static, Type } from 'typebox';
import { type ChainId, chainIds, type Token, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { formatTokenAmount, formatUnits } from '../../lib/money.ts';
import type { RouteStepRow } from './route.ts';
import { costsOf, type RouteCosts } from './route-costs.ts';
import { routeStatuses } from './states.ts';
import type { RouteView } from './view/view.ts';

const amount = (description: string) => Type.String({ description: `${description} Six decimals.` });
const exactAmount = (description: string) =>
  Type.String({ description: `${description} With all decimals of the token.` });
const chain = () => oneOf(chainIds);
const token = () => oneOf(tokens);

const stepResource = Type.Object({
  step: Type.Integer({ description: 'Steps are done in this order.' }),
  provider: oneOf(['uniswap', 'cctp', 'lifi'], { description: 'Who exchanged it.' }),
  chain: chain(),
  token: token(),
  token_amount: nullable(amount('What was given.')),
  to_chain: chain(),
  to_token: token(),
  expected_amount: amount('What the last quote promised, in `to_token`.'),
  arrived_amount: nullable(amount('What the chain shows to have arrived, in `to_token`.')),
  fee_amount: exactAmount('Kept by the pool or bridge, in `token`. Part of what did not arrive.'),
  slippage_amount: nullable(
    exactAmount('The quote less what arrived, in `to_token`. Negative when more arrived.'),
  ),
  tx_hash: nullable(Type.String({ description: 'The transaction that exchanged it.' })),
});

const costResource = (description: string) =>
  Type.Array(Type.Object({ chain: chain(), token: token(), token_amount: exactAmount('The sum.') }), {
    description,
  });

export const costsResource = Type.Object({
  pool_fees: costResource('Kept by pools.'),
  bridge_fees: costResource('Kept by bridges.'),
  slippage: costResource('Quotes less what arrived. Negative when more arrived.'),
  gas: costResource('Network fees, paid by the operator.'),
});

export const routeResource = Type.Object({
  route_id: Type.String({ description: 'Prefix `rte_`.' }),
  status: oneOf(routeStatuses),
  chain: chain(),
  token: token(),
  token_amount: amount('What left this balance.'),
  to_chain: chain(),
  to_token: token(),
  arrived_amount: nullable(amount('What came into that balance.')),
  explanation: Type.String({ description: 'Why this way.' }),
  gas: costResource('Network fees, paid by the operator.'),
  steps: Type.Array(stepResource),
  created_at: Type.String({ format: 'date-time' }),
  completed_at: nullable(Type.String({ format: 'date-time' })),
});

export function toRoute({ route, steps, gas }: RouteView): Static<typeof routeResource> {
  return {
    route_id: route.route_id,
    status: route.status,
    chain: route.chain,
    token: route.token,
    token_amount: shown(route.chain, route.token, route.token_units),
    to_chain: route.to_chain,
    to_token: route.to_token,
    arrived_amount: shownOrNull(route.to_chain, route.to_token, route.arrived_units),
    explanation: route.explanation,
    gas: costsOf([{ route, steps, gas }]).gas.map(toCost),
    steps: steps.map(toStep),
    created_at: route.created_at.toISOString(),
    completed_at: route.ended_at?.toISOString() ?? null,
  };
}

function toStep(row: RouteStepRow): Static<typeof stepResource> {
  const { to_chain, to_token, arrived_units, expected_units } = row;
  const missing = arrived_units === null ? null : BigInt(expected_units) - BigInt(arrived_units);
  return {
    step: row.step,
    provider: row.provider,
    chain: row.chain,
    token: row.token,
    token_amount: shownOrNull(row.chain, row.token, row.token_units),
    to_chain,
    to_token,
    expected_amount: shown(to_chain, to_token, expected_units),
    arrived_amount: shownOrNull(to_chain, to_token, arrived_units),
    fee_amount: formatUnits(BigInt(row.fee_units), tokenDecimals(row.chain, row.token)),
    slippage_amount: missing === null ? null : formatUnits(missing, tokenDecimals(to_chain, to_token)),
    tx_hash: row.call_hash,
  };
}

export function toCosts(views: readonly RouteView[]): Static<typeof costsResource> {
  const { poolFees, bridgeFees, slippage, gas } = costsOf(views);
  return {
    pool_fees: poolFees.map(toCost),
    bridge_fees: bridgeFees.map(toCost),
    slippage: slippage.map(toCost),
    gas: gas.map(toCost),
  };
}

function toCost({ chain, token, units }: RouteCosts['gas'][number]) {
  return { chain, token, token_amount: formatUnits(units, tokenDecimals(chain, token)) };
}

function shown(on: ChainId, of: Token, units: string): string {
  return formatTokenAmount(BigInt(units), tokenDecimals(on, of));
}

function shownOrNull(on: ChainId, of: Token, units: string | null): string | null {
  return units === null ? null : shown(on, of, units);
}
