import { balanceOf, canonical } from '../chain/block.ts';
import { router, swapped } from '../chain/swap-model.ts';
import { operator, usdcOf } from '../operator.ts';
import type { Simulation } from '../simulation.ts';

interface Row {
  route_id: string;
  token: string;
  units: string;
  to_token: string;
  arrived: string;
}

/** Each route that is complete was one swap on the chain, and each swap one route. Nothing stays at the operator's address. */
export async function checkRoutes(simulation: Simulation): Promise<string[]> {
  const { world, isRestored } = simulation;
  if (isRestored) return [];
  const rows = await world.database.query<Row>(`
    select route_id, token, token_units::text as units, to_token, arrived_units::text as arrived
    from routes where status = 'completed' order by route_id`);
  const swaps = swapsOn(simulation).map(
    (swap) => `${swap.units} ${swap.token} for ${swap.arrived} ${swap.toToken}`,
  );
  const problems: string[] = [];
  for (const { route_id, token, units, to_token, arrived } of rows) {
    const index = swaps.indexOf(`${units} ${token} for ${arrived} ${to_token}`);
    if (index < 0) problems.push(`routes: ${route_id} has no swap of ${units} ${token} for ${arrived}`);
    else swaps.splice(index, 1);
  }
  problems.push(...swaps.map((one) => `routes: a swap of ${one} belongs to no route`));
  const left = world.chains.reduce(
    (sum, { tip }) => sum + balanceOf(tip.state, usdcOf('base'), operator),
    0n,
  );
  return left === 0n ? problems : [...problems, `routes: ${left} USDC are left at the operator's address`];
}

/** The swaps of all routes, as the chains have them. */
export function swapsOn({ world }: Simulation) {
  const blocks = world.chains.flatMap(({ tip }) => canonical(tip));
  return blocks.flatMap(({ transactions, failed, logs }) =>
    transactions.flatMap((one) => {
      if (one.kind !== 'signed' || one.to !== router || failed.has(one)) return [];
      const own = logs.filter(({ transaction }) => transaction === one);
      const found = swapped(one.data, own);
      return found ? [found] : [];
    }),
  );
}
