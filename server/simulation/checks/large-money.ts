import { ancestor } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import type { Order } from '../people/shop.ts';
import { ordersOf, type Simulation } from '../simulation.ts';
import type { World } from '../world.ts';
import { decimalsOf } from './option-money.ts';
import { type Received, received, tokenOf } from './truth.ts';

/** As the guide says: from this on, money of a payment waits for `finalized`. */
const largeCents = 1_000_000n;

interface Row {
  arrival_id: string;
  address: string;
  block_number: number;
  units: string;
}

/**
 * Large money is not final before its block is finalized, in one transfer or several. Looked for before each block, since every
 * block finalizes more.
 */
export async function lookForEarlyMoney(simulation: Simulation): Promise<void> {
  const { chains, hasLarge, earlyMoney } = simulation.world;
  const chain = chains.find(({ facts }) => facts.finalizedAfter > facts.finalAfter);
  if (hasLarge && chain && earlyMoney.length === 0) earlyMoney.push(...(await earlyOn(simulation, chain)));
}

export async function checkEarlyMoney({ world }: Simulation): Promise<string[]> {
  return world.earlyMoney;
}

async function earlyOn(simulation: Simulation, chain: ModelChain): Promise<string[]> {
  const finalized = chain.tip.number - chain.facts.finalizedAfter;
  const { world } = simulation;
  const rows = await world.database.query<Row>(`
    select arrival_id, lower(address) as address, block_number::int, units::text from arrivals
    where chain = '${chain.facts.id}' and state = 'final' and block_number > ${finalized}`);
  if (rows.length === 0) return [];
  const all = received(simulation, chain);
  const orders = ordersOf(simulation);
  return rows.flatMap(({ arrival_id, address, block_number, units }) => {
    const order = orders.find(({ deposit }) => deposit?.address === address);
    const until = ancestor(chain.tip, block_number);
    if (!order || !until) return [];
    // What came with it or before. Where a node lied, the rest may not have been found yet.
    const isDoubted = world.lies.isDoubted(chain, order.deposit?.address ?? '0x');
    const known = all.filter(
      ({ to, block, units: of }) =>
        to === address &&
        (isDoubted ? block.number === block_number && of === BigInt(units) : block.number <= block_number),
    );
    const each = known.map((one) => centsOf(world, chain, order, one));
    const cents = isDoubted ? (each[0] ?? 0n) : each.reduce((sum, one) => sum + one, 0n);
    return cents < largeCents
      ? []
      : [
          `final: ${arrival_id} in block ${block_number} counts, of ${cents} cents, and ${finalized} is finalized`,
        ];
  });
}

/** In USD, at the price of the payment's quote. */
function centsOf(
  { prices }: World,
  chain: ModelChain,
  { options, amountMinor, currency }: Order,
  { token: contract, units }: Received,
): bigint {
  const token = tokenOf(chain, contract);
  if (token === null) return 0n;
  if (token === 'USDC') return units / 10n ** BigInt(decimalsOf(token) - 2);
  const quote = options.find((one) => one.token === token)?.quotes.at(-1)?.units ?? 0n;
  const usd = prices.usdPerCurrency(currency);
  return quote === 0n ? 0n : (units * amountMinor * usd.over) / (quote * usd.under);
}
