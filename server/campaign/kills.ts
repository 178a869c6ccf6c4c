import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../simulation/chance.ts';
import { type Member, members, type Processes } from './processes.ts';

/** One kill of several at the same moment. */
export interface Blow {
  victims: readonly Member[];
  /** How long they worked before, once they were up. */
  afterMs: number;
  /** How long they stay dead. */
  awayMs: number;
  /** Killed again this long after their start; null to let them start. */
  againMs: number | null;
}

/** A start of `serve` or `work` takes a second of processor time, so most blows take one of them or Postgres alone. */
export function chooseBlow(chance: Chance): Blow {
  const serve = chance.pick(['serve-1', 'serve-2'] as const);
  const work = chance.pick(['work-1', 'work-2'] as const);
  const [alone, together] = [
    [[serve], [work], ['postgres']],
    [['serve-1', 'serve-2'], ['work-1', 'work-2'], [serve, 'postgres'], [work, 'postgres'], members],
  ] as const satisfies (readonly Member[])[][];
  return {
    victims: chance.happens(0.7) ? chance.pick<readonly Member[]>(alone) : chance.pick(together),
    afterMs: chance.between(20, 700),
    awayMs: chance.below(200),
    againMs: chance.happens(0.25) ? chance.below(1200) : null,
  };
}

/** Waits until the victims are up, kills them and starts them again. Calls back for each kill. */
export async function strike(
  processes: Processes,
  { victims, afterMs, awayMs, againMs }: Blow,
  killed: (member: Member, duringStart: boolean) => void,
): Promise<void> {
  const kill = async () => {
    for (const member of victims) killed(member, !(await processes.isUp(member)));
    await Promise.all(victims.map((member) => processes.kill(member)));
    await sleep(awayMs);
    await Promise.all(victims.map((member) => processes.start(member)));
  };
  await processes.ready(victims);
  await sleep(afterMs);
  await kill();
  if (againMs === null) return;
  await sleep(againMs);
  await kill();
}
