import { processorSeconds } from '../test/support/process-times.ts';
import type { Bench } from './bench.ts';

interface Done {
  count: number;
  ms: number;
}

/** Runs `work` in `workers` parallel loops for about `durationMs`. */
export async function repeat(
  workers: number,
  durationMs: number,
  work: (sequence: number) => Promise<void>,
): Promise<Done> {
  let count = 0;
  let sequence = 0;
  const startedAt = performance.now();
  const until = startedAt + durationMs;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < until) {
        await work(sequence++);
        count++;
      }
    }),
  );
  return { count, ms: performance.now() - startedAt };
}

/** What one operation takes: microseconds of processor time of each process. */
export interface Cost {
  perSecond: number;
  /** This process, which sends the requests. */
  clientUs: number;
  /** The processes that serve them. */
  serviceUs: number;
  postgresUs: number;
  /** On a machine whose cores are all busy, rates differ as this does; other work on it changes only rates. */
  totalUs: number;
}

export async function costOf(
  { postmaster }: Pick<Bench, 'postmaster'>,
  servers: readonly { pid: number }[],
  work: () => Promise<Done>,
): Promise<Cost> {
  const used = () => {
    const { user, system } = process.cpuUsage();
    const served = servers.reduce((sum, { pid }) => sum + usedUs(pid), 0);
    return { client: user + system, service: served, postgres: usedUs(postmaster) };
  };
  const before = used();
  const { count, ms } = await work();
  const after = used();
  const clientUs = (after.client - before.client) / count;
  const serviceUs = (after.service - before.service) / count;
  const ofPostgres = (after.postgres - before.postgres) / count;
  return {
    perSecond: (count / ms) * 1000,
    clientUs,
    serviceUs,
    postgresUs: ofPostgres,
    totalUs: clientUs + serviceUs + ofPostgres,
  };
}

function usedUs(pid: number): number {
  const seconds = processorSeconds(pid);
  if (seconds === 0)
    throw new Error(`no processor time of process ${pid}: benchmarks read it from /proc, on Linux`);
  return seconds * 1_000_000;
}

/**
 * Measures all sides in every round, so that other load on the machine affects them alike. Each side begins in turn:
 * tables grow, so that who comes later is slower. The first round is a warm-up and does not count.
 */
export async function inTurns<Name extends string, Value>(
  rounds: number,
  sides: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value>[]> {
  const names = Object.keys(sides) as Name[];
  const measured: Record<Name, Value>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const first = round % names.length;
    const values: Partial<Record<Name, Value>> = {};
    for (const name of [...names.slice(first), ...names.slice(0, first)]) values[name] = await sides[name]();
    if (round > 0) measured.push(values as Record<Name, Value>);
  }
  return measured;
}

export function median<Value>(values: readonly Value[], by: (value: Value) => number): Value {
  const sorted = [...values].sort((a, b) => by(a) - by(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

export interface Comparison {
  subject: number;
  baseline: number;
  ratio: number;
}

/** Both sides in turns; the round with the median ratio. */
export async function compare(
  rounds: number,
  subject: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Comparison> {
  const measured = await inTurns(rounds, { baseline, subject });
  const ratios = measured.map((round) => ({ ...round, ratio: round.subject / round.baseline }));
  return median(ratios, ({ ratio }) => ratio);
}
