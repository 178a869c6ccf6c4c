import { nativeToken } from '../../lib/chains/registry.ts';
import type { Asset } from './providers/provider.ts';
import type { RouteStepRow } from './route.ts';
import type { RouteView } from './view/view.ts';

interface Amount extends Asset {
  units: bigint;
}

/** Costs of exchanges, one amount per token and chain. The merchant paid fees and slippage, the operator the gas. */
export interface RouteCosts {
  poolFees: Amount[];
  bridgeFees: Amount[];
  /** Quoted less arrived; negative if more arrived. */
  slippage: Amount[];
  gas: Amount[];
}

/** Sums costs exactly. Only completed exchanges have fees and slippage. */
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
