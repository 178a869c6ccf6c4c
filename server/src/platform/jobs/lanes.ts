/** Runs work in parallel lanes, one job at a time per lane. */
export interface Lanes<Item> {
  /** Lanes in use. Do not claim work for these. */
  busy(): string[];
  /** Groups the items by lane and starts `work` for each lane, without waiting for it. */
  start(items: Item[], work: (items: Item[]) => Promise<void>, done: () => void): void;
  /** Throws the first error of any lane since the last call, so that the task's loop backs off. */
  rethrow(): void;
  /** Waits for all running work, then rethrows. */
  drain(): Promise<void>;
}

/** For tasks that call other systems: one that hangs only blocks its own lane. `work` needs its own timeout. */
export function createLanes<Item>(laneOf: (item: Item) => string): Lanes<Item> {
  const running = new Map<string, Promise<void>>();
  let failures: unknown[] = [];

  async function runLane(lane: string, work: Promise<void>, done: () => void): Promise<void> {
    try {
      await work;
    } catch (error) {
      failures.push(error);
    }
    running.delete(lane);
    done();
  }

  function rethrow(): void {
    const [first] = failures;
    failures = [];
    if (first !== undefined) throw first;
  }

  return {
    busy: () => [...running.keys()],
    start(items, work, done) {
      const lanes = new Map<string, Item[]>();
      for (const item of items) lanes.set(laneOf(item), [...(lanes.get(laneOf(item)) ?? []), item]);
      for (const [lane, own] of lanes) running.set(lane, runLane(lane, work(own), done));
    },
    rethrow,
    async drain() {
      await Promise.all(running.values());
      rethrow();
    },
  };
}
