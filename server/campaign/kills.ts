import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../simulation/chance.ts';
import { type Crew, type Member, members } from './crew.ts';

/** One kill of several at the same moment. */
export interface Blow {
  victims: readonly Member[];
  /** How long everybody worked before. */
  afterMs: number;
  /** How long they stay dead. */
  awayMs: number;
  /** Killed again this long after their start; null to let them start. */
  againMs: number | null;
}

export function chooseBlow(chance: Chance): Blow {
  const serve = chance.pick(['serve-1', 'serve-2'] as const);
  const work = chance.pick(['work-1', 'work-2'] as const);
  const victims = chance.pick<readonly Member[]>([
    [serve],
    [work],
    ['postgres'],
    ['serve-1', 'serve-2'],
    ['work-1', 'work-2'],
    [serve, 'postgres'],
    [work, 'postgres'],
    members,
  ]);
  return {
    victims,
    afterMs: chance.between(200, 1500),
    awayMs: chance.below(400),
    againMs: chance.happens(0.35) ? chance.below(1500) : null,
  };
}

/** Kills, starts again and waits until all are ready. Calls back for each kill. */
export async function strike(
  crew: Crew,
  { victims, afterMs, awayMs, againMs }: Blow,
  killed: (member: Member, duringStart: boolean) => void,
): Promise<void> {
  const kill = async (duringStart: boolean) => {
    for (const member of victims) killed(member, duringStart);
    await Promise.all(victims.map((member) => crew.kill(member)));
    await sleep(awayMs);
    await Promise.all(victims.map((member) => crew.start(member)));
  };
  await sleep(afterMs);
  await kill(false);
  if (againMs !== null) {
    await sleep(againMs);
    await kill(true);
  }
  await crew.ready();
}
