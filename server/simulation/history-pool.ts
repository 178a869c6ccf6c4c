import { connect } from '../src/platform/db/client.ts';
import { prepareBase } from './base.ts';
import { type Outcome, runHistory } from './history.ts';
import { type HistoryProcess, type Job, openProcess } from './history-process.ts';
import { bundlePlanted } from './plants/bundle-planted.ts';
import { sourcePlants } from './plants/of-source.ts';
import type { Plant } from './plants/plant.ts';
import { plants } from './plants/plants.ts';
import { bundleRelease, type ReleaseFile } from './versions/bundle-release.ts';

/** Runs histories, `size` at a time. */
export interface HistoryPool {
  size: number;
  /** The release that a process of some histories runs; null if there is none. */
  release: string | null;
  run(job: Job): Promise<Outcome>;
  close(): Promise<void>;
}

/** `url` is a migrated, empty database. */
export async function openPool(
  url: string,
  size: number,
  plant: string | null,
  mayRunRelease = true,
): Promise<HistoryPool> {
  const planted = sourcePlants[plant ?? ''] ?? null;
  const ofRelease = planted?.isOfRelease ? planted : null;
  // Other bugs are looked for in histories of one version.
  const release = mayRunRelease && (plant === null || ofRelease) ? bundleRelease(ofRelease) : null;
  if (ofRelease && !release) throw new Error(`${plant} is a bug of the last release, and there is none.`);
  const file = plant && planted && !ofRelease ? bundlePlanted(plant, planted) : null;
  const isSingle = size === 1 && plant !== 'all' && file === null;
  const pool = isSingle ? await openSingle(url, release) : await openMany(url, size, file, release);
  return { ...pool, close: () => pool.close().finally(() => release?.remove()) };
}

/** In this process. */
export async function openSingle(url: string, release: ReleaseFile | null): Promise<HistoryPool> {
  const base = await prepareBase(url, release);
  return {
    size: 1,
    release: release?.name ?? null,
    run: ({ plant, ...options }) => runHistory(base, { ...options, plant: plantOf(plant ?? '') }),
    close: () => base.close(),
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
async function openMany(
  url: string,
  size: number,
  planted: string | null,
  release: ReleaseFile | null,
): Promise<HistoryPool> {
  const urls = await copiesOf(url, size);
  const processes = urls.map((copy) => openProcess(copy, planted, release));
  const free = [...processes];
  const waiting: ((runner: HistoryProcess) => void)[] = [];
  return {
    size,
    release: release?.name ?? null,
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
