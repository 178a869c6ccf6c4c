import { canonical } from '../chain/block.ts';
import { lower } from '../chain/vault-model.ts';
import type { EvmFacts } from '../operator.ts';
import type { Simulation } from '../simulation.ts';
import { received } from './truth.ts';

interface Row {
  chain: string;
  address: string;
  asset: string | null;
  units: string;
}

/** Whatever arrived is recorded once, is final, and is either used or unapplied. */
export async function checkArrivals(simulation: Simulation): Promise<string[]> {
  const { database } = simulation.world;
  const rows = await database.query<Row>(`
    select chain, address, asset, sum(units)::text as units from arrivals
    where chain <> 'solana' and state = 'final' group by 1, 2, 3`);
  const problems = simulation.world.chains.flatMap((chain) => {
    const keyOf = (address: string, asset: string | null) =>
      `${lower(address)} on ${chain.facts.id}: ${nameOf(chain.facts, asset)}`;
    const known = new Map(
      rows
        .filter((row) => row.chain === chain.facts.id)
        .map(({ address, asset, units }) => [keyOf(address, asset), BigInt(units)]),
    );
    const arrived = new Map<string, bigint>();
    for (const { to, token, units } of received(simulation, chain))
      arrived.set(keyOf(to, token), (arrived.get(keyOf(to, token)) ?? 0n) + units);
    return differences(known, arrived);
  });
  problems.push(...(await offChain(simulation)));
  const undecided = await database.query<{ arrival_id: string }>(`
    select a.arrival_id from arrivals a left join arrival_uses u using (arrival_id)
    where a.state = 'final' and a.token is not null
      and (u.arrival_id is null or u.reversed_at is not null or u.applied_units + u.unapplied_units <> a.units)`);
  problems.push(
    ...undecided.map(({ arrival_id }) => `arrivals: ${arrival_id} is final and not decided about`),
  );
  return problems;
}

/** Money is recorded in the block that it is in: another one may have been replaced. */
async function offChain({ world }: Simulation): Promise<string[]> {
  const rows = await world.database.query<{ arrival_id: string; chain: string; block_hash: string }>(
    `select arrival_id, chain, block_hash from arrivals where chain <> 'solana' and state = 'final'`,
  );
  const blocks = new Set(world.chains.flatMap(({ tip }) => canonical(tip).map(({ hash }) => hash)));
  return rows.flatMap(({ arrival_id, chain, block_hash }) =>
    blocks.has(block_hash as `0x${string}`)
      ? []
      : [`arrivals: ${arrival_id} is final in block ${block_hash} of ${chain}, which was replaced`],
  );
}

function differences(recorded: ReadonlyMap<string, bigint>, arrived: ReadonlyMap<string, bigint>): string[] {
  return [...new Set([...recorded.keys(), ...arrived.keys()])].flatMap((key) => {
    const [known, reached] = [recorded.get(key) ?? 0n, arrived.get(key) ?? 0n];
    return known === reached ? [] : [`arrivals: ${reached} reached ${key}, and ${known} are recorded`];
  });
}

function nameOf({ usdc, stray }: EvmFacts, asset: string | null): string {
  if (asset === null) return 'ETH';
  const known: Record<string, string> = { [usdc]: 'USDC', [stray]: 'stray' };
  return known[lower(asset)] ?? asset;
}
