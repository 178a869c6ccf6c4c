import { type Chance, chanceFrom } from '../chance.ts';
import type { World } from '../world.ts';
import { asSeenBy, type Release } from './open-release.ts';

/** In one history of so many a process runs the last release. */
const releaseEvery = 7;
const remainder = 3;
/** How often one that died comes back as this commit. */
const upgradedShare = 0.5;
/** Choices of its own, so that the other ones of a history stay what they are. */
const ownSeed = 0x2e1ea5e;

export function hasTwoVersions(seed: number): boolean {
  return seed % releaseEvery === remainder;
}

/** Which process runs the last release: one at a time, as while the others are upgraded or are about to be. */
export class Versions {
  readonly release: Release;
  /** As its processes see it. */
  readonly world: World;
  readonly #chance: Chance;
  readonly #names: readonly string[];
  /** Null if it is the one that starts next. */
  #name: string | null;
  #isStarted = false;

  constructor(release: Release, world: World, names: readonly string[]) {
    this.release = release;
    this.world = asSeenBy(release, world);
    this.#names = names;
    this.#chance = chanceFrom(world.seed ^ ownSeed);
    this.#name = this.#chance.pick(names);
  }

  /** Whether a process that is about to start runs the release. */
  startsReleased(name: string): boolean {
    if (this.#name !== null && this.#name !== name) return false;
    const isUpgraded = this.#name !== null && this.#isStarted && this.#chance.happens(upgradedShare);
    this.#name = isUpgraded ? null : name;
    this.#isStarted = true;
    return !isUpgraded;
  }

  /** Another one runs the release from now on. Returns the names of both, which have to start anew. */
  swap(): string[] {
    const before = this.#name;
    const next = this.#chance.pick(this.#names.filter((name) => name !== before));
    this.#name = next;
    this.#isStarted = false;
    return before === null ? [next] : [before, next];
  }
}
