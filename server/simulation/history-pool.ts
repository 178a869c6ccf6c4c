import { connect } from '../src/platform/db/client.ts';
import { prepareBase } from './base.ts';
import { type Outcome, runHistory } from './history.ts';
import { type HistoryProcess, type Job, openProcess } from './history-process.ts';
import { bundlePlanted } from './plants/bundle-planted.ts';
import { sourcePlants } from './plants/of-source.ts';
import type { Plant } from './plants/plant.ts';
import { plants } from './plants/plants.ts';

/** Runs histories, `size` at a time. */
export interface HistoryPool {
  size: number;
  run(job: Job): Promise<Outcome>;
  close(): Promise<void>;
}

/** `url` is a migrated, empty database. */
export async function openPool(url: string, size: number, plant: string | null): Promise<HistoryPool> {
  const planted = sourcePlants[plant ?? ''];
  if (plant && planted) return openMany(url, size, bundlePlanted(plant, planted));
  return size === 1 && plant !== 'all' ? openSingle(url) : openMany(url, size, null);
}

/** In this process. */
export async function openSingle(url: string): Promise<HistoryPool> {
  const base = await prepareBase(url);
  return {
    size: 1,
    run: ({ plant, ...options }) => runHistory(base, { ...options, plant: plantOf(plant ?? '') }),
    close: () => base.database.close(),
  };
}

/** What is put in through a port, or which histories meet what is put into the source. */
function plantOf(name: string): Partial<Plant> {
  // Balances of merchants with rules are paid out by hand alone, which fewer mistakes show in.
  return (
    plants[name] ??
    (sourcePlants[name] ? { needsApprovals: false, needsCold: false, ...sourcePlants[name].under } : {})
  );
}

/** In processes of their own, each with a copy of the database. */
async function openMany(url: string, size: number, planted: string | null): Promise<HistoryPool> {
  const urls = await copiesOf(url, size);
  const processes = urls.map((copy) => openProcess(copy, planted));
  const free = [...processes];
  const waiting: ((runner: HistoryProcess) => void)[] = [];
  return {
    size,
    async run(job) {
      const runner =
        free.pop() ?? (await new Promise<HistoryProcess>((resolve) => void waiting.push(resolve)));
      try {
        return await runner.run(job);
      } finally {
        const next = waiting.shift();
        if (next) next(runner);
        else free.push(runner);
      }
    },
    async close() {
      for (const { child } of processes) {
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
