import type { Cast } from '../cast.ts';
import { lower } from '../chain/vault-model.ts';
import { stray, usdc } from '../operator.ts';
import { received } from './truth.ts';

interface Row {
  address: string;
  asset: string | null;
  units: string;
}

/** Whatever arrived is recorded once, is final, and is either used or unapplied. */
export async function checkArrivals(cast: Cast): Promise<string[]> {
  const { database } = cast.world;
  const rows = await database.query<Row>(`
    select address, asset, sum(units)::text as units from arrivals where chain = 'base' and state = 'final' group by 1, 2`);
  const recorded = new Map(rows.map(({ address, asset, units }) => [keyOf(address, asset), BigInt(units)]));
  const arrived = new Map<string, bigint>();
  for (const { to, token, units } of received(cast))
    arrived.set(keyOf(to, token), (arrived.get(keyOf(to, token)) ?? 0n) + units);
  const problems: string[] = [];
  for (const key of new Set([...recorded.keys(), ...arrived.keys()])) {
    const [known, true_] = [recorded.get(key) ?? 0n, arrived.get(key) ?? 0n];
    if (known !== true_) problems.push(`arrivals: ${true_} reached ${key}, and ${known} are recorded`);
  }
  const undecided = await database.query<{ arrival_id: string }>(`
    select a.arrival_id from arrivals a left join arrival_uses u using (arrival_id)
    where a.state = 'final' and a.token is not null
      and (u.arrival_id is null or u.reversed_at is not null or u.applied_units + u.unapplied_units <> a.units)`);
  problems.push(
    ...undecided.map(({ arrival_id }) => `arrivals: ${arrival_id} is final and not decided about`),
  );
  return problems;
}

const names: Record<string, string> = { [usdc]: 'USDC', [stray]: 'stray' };

function keyOf(address: string, asset: string | null): string {
  return `${lower(address)} ${asset === null ? 'ETH' : names[lower(asset)]}`;
}
