import { nativeToken } from '../../lib/chains/registry.ts';
import type { Asset } from './providers/provider.ts';
import type { RouteStepRow } from './route.ts';
import type { RouteView } from './view/view.ts';

interface Amount extends Asset {
  units: bigint;
}

/** What exchanges cost, each token of a chain once. The merchant paid all of it but the gas, which the operator did. */
export interface RouteCosts {
  poolFees: Amount[];
  bridgeFees: Amount[];
  /** Quotes less what arrived, below zero when more arrived. */
  slippage: Amount[];
  gas: Amount[];
}

/** Exact sums. Only exchanges that were made have fees and slippage. */
export function costsOf(views: readonly RouteView[]): RouteCosts {
  const steps = views.flatMap((view) => view.steps.filter(({ arrived_units }) => arrived_units !== null));
  const feesOf = (of: readonly RouteStepRow[]) =>
    summed(of.map(({ chain, token, fee_units }) => ({ chain, token, units: BigInt(fee_units) })));
  return {
    poolFees: feesOf(steps.filter(({ chain, to_chain }) => chain === to_chain)),
    bridgeFees: feesOf(steps.filter(({ chain, to_chain }) => chain !== to_chain)),
    slippage: summed(
      steps.map(({ to_chain: chain, to_token: token, ...step }) => ({
        chain,
        token,
        units: BigInt(step.expected_units) - BigInt(step.arrived_units ?? 0),
      })),
    ),
    gas: summed(
      views.flatMap(({ gas }) =>
        gas.map(({ chain, units }) => ({ chain, token: nativeToken(chain), units: BigInt(units) })),
      ),
    ),
  };
}

function summed(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, Amount>();
  for (const { chain, token, units } of amounts) {
    const key = `${chain} ${token}`;
    sums.set(key, { chain, token, units: (sums.get(key)?.units ?? 0n) + units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0n);
}
