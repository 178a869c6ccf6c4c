import { decodeEventLog, parseAbi } from 'viem/utils';
import { canonical } from '../chain/block.ts';
import { lower } from '../chain/vault-model.ts';
import { vault } from '../operator.ts';
import type { Simulation } from '../simulation.ts';
import { keptPayIds, payIdsOf } from './pay-ids.ts';

interface Row {
  id: string;
  chain: string;
  status: string;
  is_paid: boolean;
  to_address: string | null;
  units: string;
}

const vaultAbi = parseAbi([
  'event Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount)',
  'event PayFailed(bytes32 indexed id, uint8 failure)',
  'event Flushed(address indexed deposit, address indexed token, uint256 amount)',
  'event FlushFailed(address indexed token, address indexed deposit)',
]);

/** All that the vaults are to pay. */
const question = `
  select refund_id as id, chain, status, status = 'completed' as is_paid, refunded_to as to_address, token_units::text as units
  from refunds where chain <> 'solana'
  union all select payout_id, chain, status, status = 'completed', address, token_units::text from payouts
  where chain <> 'solana'
  union all select unapplied_id, chain, status, status = 'returned', returned_to, token_units::text
  from unapplied_funds where chain <> 'solana'
  union all select transfer_id, chain, status, status = 'completed', to_address, units::text from transfers
  where kind = 'route' and chain <> 'solana'`;

/** Nothing is paid twice, to somebody else, on another chain, or in another amount: whatever is under way. */
export async function checkPaidOnce(simulation: Simulation): Promise<string[]> {
  const byId = await wanted(simulation);
  const problems: string[] = [];
  const paid = new Map<string, number>();
  for (const { eventName, args, chain } of vaultEvents(simulation)) {
    if (!args || !('id' in args)) continue;
    const { id } = args;
    if (!simulation.isRestored && eventName === 'PayFailed' && 'failure' in args)
      problems.push(...failures(args.failure, id));
    if (!('amount' in args)) continue;
    paid.set(id, (paid.get(id) ?? 0) + 1);
    const { to, amount } = args;
    const row = byId.get(id);
    if (isForgotten(simulation, row)) continue;
    if (!row) problems.push(`paid: ${amount} left for ${id}, which nobody asked for`);
    else if (lower(to) !== lower(row.to_address ?? '') || amount !== BigInt(row.units) || chain !== row.chain)
      problems.push(
        `paid: ${row.id} got ${amount} at ${to} on ${chain}, not ${row.units} at ${row.to_address} on ${row.chain}`,
      );
  }
  const explained = await explainedIds(simulation);
  const kept = await keptPayIds(simulation.world);
  for (const row of await simulation.world.database.query<Row>(question)) {
    const times = paid.get(kept.get(row.id) ?? '') ?? 0;
    if (times > 1 || (row.is_paid && times === 0 && !explained.has(row.id)))
      problems.push(`paid: ${row.id} is ${row.status} and was paid ${times} times`);
  }
  const payIds = await payIdsOf(simulation);
  for (const [before, again] of simulation.merchants.flatMap(({ shop }) => [...shop.askedAgain])) {
    const [first = '', second = ''] = [payIds.get(before), payIds.get(again)];
    if (first !== second && paid.has(first) && paid.has(second)) problems.push(twice(before, again));
  }
  return [...problems, ...(await forgotten(simulation))];
}

export const twice = (before: string, again: string) =>
  `paid: ${before} was paid, forgotten by a restored backup, and paid again as ${again}`;

/** What the operator said that payments were which a restored backup does not know: they were made by other ids. */
export async function explainedIds({ world }: Simulation): Promise<Set<string>> {
  const rows = await world.database.query<{ id: string }>(
    'select explained_as as id from unknown_payments where explained_as is not null',
  );
  return new Set(rows.map(({ id }) => id));
}

/** Requests for money that were acknowledged and are not there. */
async function forgotten({ world, merchants }: Simulation): Promise<string[]> {
  const rows = await world.database.query<{ id: string }>(
    'select refund_id as id from refunds union all select payout_id from payouts',
  );
  const known = new Set(rows.map(({ id }) => id));
  const asked = merchants.flatMap(({ shop }) => [
    ...shop.refunds.map(({ refundId }) => refundId),
    ...shop.payouts,
  ]);
  return asked.flatMap((id) => (known.has(id) ? [] : [`paid: ${id} was acknowledged and is not there`]));
}

/** What was paid is complete. */
export async function checkPaid(simulation: Simulation): Promise<string[]> {
  const byId = await wanted(simulation);
  return vaultEvents(simulation).flatMap(({ args }) => {
    const row = args && 'id' in args && 'amount' in args ? byId.get(args.id) : undefined;
    return row && !row.is_paid && !isForgotten(simulation, row)
      ? [`paid: ${row.id} was paid and is ${row.status}`]
      : [];
  });
}

/** After a restored backup: it was asked for, or given its address, since. */
function isForgotten({ isRestored }: Simulation, row: Row | undefined): boolean {
  return isRestored && (!row || row.to_address === null);
}

async function wanted({ world }: Simulation): Promise<Map<string, Row>> {
  const payIds = await keptPayIds(world);
  const rows = await world.database.query<Row>(question);
  return new Map(
    rows.flatMap((row) => (payIds.has(row.id) ? [[payIds.get(row.id) ?? '', row] as const] : [])),
  );
}

function vaultEvents({ world }: Simulation) {
  return world.chains.flatMap(({ tip, facts }) =>
    canonical(tip).flatMap(({ logs }) =>
      logs.flatMap(({ address, topics, data }) =>
        address === lower(vault)
          ? [
              {
                ...decodeEventLog({ abi: vaultAbi, topics: topics as [`0x${string}`], data }),
                chain: facts.id,
              },
            ]
          : [],
      ),
    ),
  );
}

/** The vault refused a second payment: the money is safe, and the service asked for it. */
function failures(failure: number, id: string): string[] {
  return failure === 0 ? [`paid: the vault was asked to pay ${id} again`] : [];
}
