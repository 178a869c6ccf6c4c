import { chanceFrom } from '../simulation/chance.ts';
import { freePort } from '../test/support/free-port.ts';
import { type OwnPostgres, prepareOwnPostgres } from '../test/support/own-postgres.ts';
import { makeDataDir, until } from '../test/support/process.ts';
import { type Book, createBook } from './book.ts';
import type { Outside } from './checks/check.ts';
import { checks } from './checks/checks.ts';
import { leftBehind } from './checks/machine.ts';
import { createClient } from './client.ts';
import { invoicingShop } from './invoicing.ts';
import { type Blow, chooseBlow, strike } from './kills.ts';
import { createLoad } from './load.ts';
import { hostileShop, liveShop, type ShopContext, testShop } from './people.ts';
import { createProcesses, members } from './processes.ts';
import { listen } from './receivers.ts';
import { settle } from './settle.ts';
import { install } from './setup.ts';
import { createTally, type Tally } from './tally.ts';

/** Longer than starts and recoveries take on a busy machine. */
const patienceMs = 180_000;

interface Lanes {
  /** Shops in test mode that act side by side. */
  test: number;
  /** On each chain. */
  live: number;
}

export interface Campaign {
  outside: Outside;
  databaseUrl: string;
  tally: Tally;
  /** Lets everybody work, puts something wrong on a chain, kills and starts again. */
  cycle(): Promise<Blow & { wrong: string }>;
  /**
   * Stops the load, waits until nothing is under way, and looks at everything. Returns what is wrong. `hurry` may end the
   * leases of killed workers.
   */
  check(which: 'recent' | 'all', hurry?: () => Promise<void>): Promise<string[]>;
  /** Stops everything. Returns what did not end well or was left behind. */
  close(): Promise<string[]>;
}

/** Starts the service in five processes, with two chains, merchants, customers and receivers. */
export async function openCampaign(seed: number, lanes: Lanes): Promise<Campaign> {
  const { path: folder, remove } = makeDataDir();
  const book = createBook();
  const postgres = await prepareOwnPostgres(folder);
  /** Those that can end badly return what was wrong. */
  const stops: (() => Promise<unknown>)[] = [
    async () => remove(),
    async () => leftBehind(folder, postgres.dir),
  ];
  const close = async () => {
    const wrong: string[] = [];
    for (const stop of stops.splice(0).reverse()) {
      const ended = await stop();
      if (Array.isArray(ended)) wrong.push(...ended);
    }
    return wrong;
  };
  try {
    stops.push(postgres.stop);
    await postgres.start();
    await until(postgres.answers);
    const outside = await populate(folder, postgres, book, seed, stops);
    return { ...runOn(outside, seed, lanes), outside, databaseUrl: postgres.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function populate(
  folder: string,
  postgres: OwnPostgres,
  book: Book,
  seed: number,
  stops: (() => Promise<unknown>)[],
): Promise<Outside> {
  const problem = (text: string) => void book.problems.push(text);
  const { env, ...installed } = await install(folder, postgres.url, seed);
  stops.push(installed.stopChains, installed.mailbox.close);
  const processes = createProcesses(postgres, [await freePort(), await freePort()], env, problem);
  stops.push(processes.stop);
  for (const member of members) if (member !== 'postgres') await processes.start(member);
  await processes.ready();
  const client = createClient(processes.urls, book, chanceFrom(seed + 1));
  const receivers = await listen(client, installed.tenants, problem);
  stops.push(receivers.stop);
  const databaseFolder = postgres.dir;
  return {
    ...installed,
    book,
    processes,
    client,
    receivers,
    folder,
    databaseFolder,
    recent: book.acknowledged,
  };
}

function runOn(outside: Outside, seed: number, lanes: Lanes): Pick<Campaign, 'tally' | 'cycle' | 'check'> {
  const { book, processes, tenants, receivers, mailbox, markets } = outside;
  const chance = chanceFrom(seed);
  const shopContext: ShopContext = { ...outside, chance: chanceFrom(seed + 2) };
  const load = createLoad([
    ...Array.from({ length: lanes.test }, () => testShop(shopContext, tenants.shop)),
    ...markets.flatMap((market) =>
      Array.from({ length: lanes.live }, () => liveShop(shopContext, tenants.live, market)),
    ),
    invoicingShop(shopContext, tenants.shop),
    hostileShop(shopContext, tenants.hostile),
  ]);
  const tally = createTally(book, receivers, mailbox, processes);
  let checked = 0;
  return {
    tally,
    async cycle() {
      load.go();
      const known = book.acknowledged.length;
      const isServing = () => book.acknowledged.length > known;
      await until(isServing, patienceMs, () => 'No write was acknowledged since the last kill.');
      const blow = chooseBlow(chance);
      const market = chance.pick(markets);
      const wrong = `${market.chain}: ${await market.disturb(chance)}`;
      await strike(processes, blow, tally.killed);
      tally.cycles++;
      return { ...blow, wrong };
    },
    async check(which, hurry = async () => {}) {
      await processes.ready();
      for (const market of markets) market.heal();
      await load.pause();
      await hurry();
      await settle(outside);
      const recent = which === 'all' ? book.acknowledged : book.acknowledged.slice(checked);
      checked = book.acknowledged.length;
      const problems = [...book.problems];
      for (const check of checks) problems.push(...(await check({ ...outside, recent })));
      tally.checks++;
      return problems;
    },
  };
}
