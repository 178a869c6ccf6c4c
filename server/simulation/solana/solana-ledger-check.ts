import type { Simulation } from '../simulation.ts';
import type { ModelSolana } from './model-solana.ts';
import { balanceOn, keptAt, type SolanaToken } from './solana-balances.ts';
import { depositPool, solanaSigner } from './solana-operator.ts';
import { receivedOn } from './solana-truth.ts';

interface Sum {
  kind: string;
  token: SolanaToken;
  units: string;
}

/** The ledger adds up to zero, and has at deposit addresses and in the treasury what the chain has there. */
export async function checkSolanaLedger(solana: ModelSolana, simulation: Simulation): Promise<string[]> {
  const sums = await simulation.world.database.query<Sum>(`
    select a.kind, a.token, sum(e.units)::text as units from ledger_lines e join ledger_accounts a using (account_id)
    where a.chain = 'solana' group by 1, 2 order by 1, 2`);
  const problems: string[] = [];
  for (const token of ['USDC', 'SOL'] as const) {
    const own = sums.filter((sum) => sum.token === token);
    const of = (...kinds: string[]) =>
      own.filter(({ kind }) => kinds.includes(kind)).reduce((all, { units }) => all + BigInt(units), 0n);
    const whole = of(...own.map(({ kind }) => kind));
    if (whole !== 0n) problems.push(`ledger: ${token} on solana adds up to ${whole}`);
    const deposited = await heldBy(
      solana,
      depositPool.map(({ address }) => address),
      token,
    );
    const treasury =
      (await heldBy(solana, [solanaSigner.treasury], token)) - nobodys(solana, simulation, token);
    const { wallet } = simulation.world.cold ?? {};
    const cold = wallet ? keptAt(solana, wallet.address, token) : 0n;
    for (const [kind, chain] of [
      ['deposit_address', deposited],
      ['vault', treasury],
      ['cold', cold],
    ] as const)
      if (of(kind) !== chain)
        problems.push(
          `ledger = chain: ${token} of ${kind} is ${of(kind)} in the ledger and ${chain} on solana`,
        );
    for (const kind of ['in_transit', 'refunding'])
      if (of(kind) !== 0n) problems.push(`ledger: ${token} of ${kind} is ${of(kind)} at rest`);
    // The fee payer's share of the treasury is a reserve, and nobody's balance.
    const owed = -of('merchant_balance', 'unapplied', 'fee_income');
    const reserve = token === 'SOL' ? await reserveOf(simulation) : 0n;
    const there = deposited + treasury + cold;
    if (owed + reserve !== there)
      problems.push(`money in: ${token} owed is ${owed}, and ${there} is there on solana`);
  }
  return problems;
}

async function heldBy(solana: ModelSolana, owners: readonly string[], token: SolanaToken): Promise<bigint> {
  const balances = await Promise.all(owners.map((owner) => balanceOn(solana, owner, token)));
  return balances.reduce((sum, units) => sum + units, 0n);
}

/** Money in the treasury that names two payments. */
function nobodys(solana: ModelSolana, simulation: Simulation, token: SolanaToken): bigint {
  return receivedOn(solana, simulation)
    .filter(({ way, order }) => way === 'shared' && order.token === token)
    .reduce((sum, { units }) => sum + units, 0n);
}

async function reserveOf({ world }: Simulation): Promise<bigint> {
  const [row] = await world.database.query<{ units: string }>(`
    select coalesce(sum(e.units), 0)::text as units from ledger_lines e join ledger_accounts a using (account_id)
    where e.source = 'treasury reserve' and a.kind = 'vault'`);
  return BigInt(row?.units ?? '0');
}
