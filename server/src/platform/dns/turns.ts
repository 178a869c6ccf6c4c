const maxRunning = 16;
const maxWaiting = 256;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** At most 16 lookups at once per owner. More wait for their turn, so an owner only holds up itself. */
export class Turns {
  readonly #queues = new Map<string, Queue>();

  /** Waits for a turn, and returns the function that ends it. */
  async take(owner: string): Promise<() => void> {
    const queue = this.#queues.get(owner) ?? { running: 0, waiting: [] };
    this.#queues.set(owner, queue);
    if (queue.waiting.length >= maxWaiting) throw new Error('too many host names are being looked up');
    // Whoever ends a turn hands it over, so the number of running lookups does not change.
    if (queue.running >= maxRunning) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.running++;
    return () => this.#end(owner, queue);
  }

  #end(owner: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next) next();
    else if (--queue.running === 0) this.#queues.delete(owner);
  }
}
