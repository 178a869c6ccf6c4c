import { chanceFrom } from '../simulation/chance.ts';
import { freePort } from '../test/support/free-port.ts';
import { prepareOwnPostgres } from '../test/support/own-postgres.ts';
import { makeDataDir, until } from '../test/support/process.ts';
import { createBook } from './book.ts';
import type { Outside } from './checks/check.ts';
import { checks } from './checks/checks.ts';
import { leftBehind } from './checks/machine.ts';
import { createClient } from './client.ts';
import { createCrew, members } from './crew.ts';
import { chooseBlow, strike } from './kills.ts';
import { createLoad } from './load.ts';
import { hostileShop, liveShop, type Scene, testShop } from './people.ts';
import { listen } from './receivers.ts';
import { settle } from './settle.ts';
import { install } from './setup.ts';
import { createTally, type Tally } from './tally.ts';

const testLanes = 4;
const liveLanes = 2;

export interface Campaign {
  outside: Outside;
  tally: Tally;
  /** Lets everybody work, kills and starts again. */
  cycle(): Promise<void>;
  /** Stops the load, waits until nothing is under way, and looks at everything. Returns what is wrong. */
  check(which: 'recent' | 'all'): Promise<string[]>;
  /** Stops everything. Returns what did not end well or was left behind. */
  close(): Promise<string[]>;
}

/** Starts the service in five processes, with a chain, merchants, customers and receivers. */
export async function openCampaign(seed: number): Promise<Campaign> {
  const { path: folder, remove } = makeDataDir();
  const book = createBook();
  const problem = (text: string) => void book.problems.push(text);
  const chance = chanceFrom(seed);
  const postgres = await prepareOwnPostgres(folder);
  await postgres.start();
  await until(postgres.answers);
  const { chains, vault, tenants, env } = await install(folder, postgres.url, seed);
  const crew = createCrew(postgres, [await freePort(), await freePort()], env, problem);
  for (const member of members) if (member !== 'postgres') await crew.start(member);
  await crew.ready();
  const client = createClient(crew.urls, book, chanceFrom(seed + 1));
  const receivers = await listen(client, tenants, problem);
  const scene: Scene = { book, client, chains, chance: chanceFrom(seed + 2) };
  const load = createLoad([
    ...Array.from({ length: testLanes }, () => testShop(scene, tenants.shop)),
    ...Array.from({ length: liveLanes }, () => liveShop(scene, tenants.live)),
    hostileShop(scene, tenants.hostile),
  ]);
  const tally = createTally(book, receivers, crew);
  const outside: Outside = {
    ...{ book, client, chains, vault, tenants, receivers, crew, folder },
    databaseFolder: postgres.dir,
    recent: book.acknowledged,
  };
  let checked = 0;
  let isOn = false;

  return {
    outside,
    tally,
    async cycle() {
      if (!isOn) load.go();
      isOn = true;
      await strike(crew, chooseBlow(chance), tally.killed);
      tally.cycles++;
    },
    async check(which) {
      isOn = false;
      await load.pause();
      await settle(outside);
      const recent = which === 'all' ? book.acknowledged : book.acknowledged.slice(checked);
      checked = book.acknowledged.length;
      const problems = [...book.problems];
      for (const check of checks) problems.push(...(await check({ ...outside, recent })));
      return problems;
    },
    async close() {
      const wrong = await crew.stop();
      await receivers.stop();
      await chains.stop();
      wrong.push(...leftBehind(folder, postgres.dir));
      remove();
      return wrong;
    },
  };
}
