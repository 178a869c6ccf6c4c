import type { World } from './world.ts';

const everyMs = 30_000;
/** Of the times that it is written down, how often the price of ETH has moved, and by up to so many thousandths. */
const moveShare = 0.5;
const mostMoved = 60;

/** Market prices are written down every 30 seconds, as workers do. Only where quotes run out does anybody read them. */
export async function followPrices(world: World): Promise<void> {
  const { prices, clock, chance } = world;
  if (prices.holdsMs === null) return;
  if (prices.keptAtMs !== null && clock.nowMs() < prices.keptAtMs + everyMs) return;
  if (!prices.isCalm && chance.happens(moveShare))
    prices.change(BigInt(chance.between(1000 - mostMoved, 1000 + mostMoved)));
  await keepPrices(world);
}

/**
 * Later than every block, so that no price is written down for money that was counted without it, and than the one before: of one
 * moment there is one price.
 */
export async function keepPrices({ prices, chains, clock, database, trace }: World): Promise<void> {
  if (prices.holdsMs === null) return;
  const afterOther = (prices.keptAtMs ?? 0) + 1;
  const atMs = Math.max(clock.nowMs(), afterOther, ...chains.map(({ latestMs }) => latestMs + 1));
  const usd = prices.keep(atMs);
  trace.add(`prices at ${atMs}: ${JSON.stringify(usd)}`);
  const at = new Date(atMs).toISOString();
  const rows = Object.entries(usd).map(([asset, price]) => `('${at}', '${asset}', ${price}, ${price})`);
  await database.query(
    `insert into rate_history (at, asset, market, usd) values ${rows.join()} on conflict do nothing`,
  );
}
