/** Work of a task that runs side by side in named lanes, one piece at a time in each. */
export interface Lanes<Item> {
  /** The lanes in use. Claim nothing for these. */
  busy(): string[];
  /** Sorts the items into their lanes and starts the work of each. Nobody waits for it. */
  start(items: Item[], work: (items: Item[]) => Promise<void>, done: () => void): void;
  /** Throws what went wrong in a lane since the last call, so that the task's loop backs off. */
  rethrow(): void;
  /** Waits for all work under way, and rethrows. */
  drain(): Promise<void>;
}

/** For tasks that depend on others to answer: whoever hangs holds up its own lane alone. Work must end by itself. */
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
