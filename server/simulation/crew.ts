import { connect } from '../src/platform/db/client.ts';
import { prepareBase } from './base.ts';
import { type Hand, type Job, openHand } from './hands.ts';
import { type Outcome, runHistory } from './history.ts';
import { bundlePlanted } from './plants/bundle-planted.ts';
import { sourcePlants } from './plants/of-source.ts';
import type { Plant } from './plants/plant.ts';
import { plants } from './plants/plants.ts';

/** Runs histories, `size` at a time. */
export interface Crew {
  size: number;
  run(job: Job): Promise<Outcome>;
  close(): Promise<void>;
}

/** `url` is a migrated, empty database. */
export async function openCrew(url: string, size: number, plant: string | null): Promise<Crew> {
  const planted = sourcePlants[plant ?? ''];
  if (plant && planted) return openMany(url, size, bundlePlanted(plant, planted));
  return size === 1 && plant !== 'all' ? openSingle(url) : openMany(url, size, null);
}

/** In this process. */
export async function openSingle(url: string): Promise<Crew> {
  const base = await prepareBase(url);
  return {
    size: 1,
    run: ({ plant, ...options }) => runHistory(base, { ...options, plant: plantOf(plant ?? '') }),
    close: () => base.database.close(),
  };
}

/** What is put in through a port, or which histories meet what is put into the source. */
function plantOf(name: string): Partial<Plant> {
  return plants[name] ?? sourcePlants[name]?.under ?? {};
}

/** In processes of their own, each with a copy of the database. */
async function openMany(url: string, size: number, planted: string | null): Promise<Crew> {
  const urls = await copiesOf(url, size);
  const hands = urls.map((copy) => openHand(copy, planted));
  const free = [...hands];
  const waiting: ((hand: Hand) => void)[] = [];
  return {
    size,
    async run(job) {
      const hand = free.pop() ?? (await new Promise<Hand>((resolve) => void waiting.push(resolve)));
      try {
        return await hand.run(job);
      } finally {
        const next = waiting.shift();
        if (next) next(hand);
        else free.push(hand);
      }
    },
    async close() {
      for (const { child } of hands) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        if (child.exitCode !== null) continue;
        // It ends by itself then, and writes its coverage if it was asked for.
        child.disconnect();
        await ended;
      }
    },
  };
}

async function copiesOf(url: string, count: number): Promise<string[]> {
  const original = new URL(url);
  const db = connect(url, { poolSize: 1 });
  const urls: string[] = [];
  for (let number = 1; number <= count; number++) {
    const name = `simulation_${number}`;
    await db.unsafe(`drop database if exists ${name} with (force)`);
    await db.unsafe(`create database ${name} template "${original.pathname.slice(1)}"`);
    urls.push(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  }
  await db.end();
  return urls;
}
