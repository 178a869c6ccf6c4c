import type { StepResult } from '../../../../src/chains/watching/step-result.ts';

type CreateWorker = (turn: () => Promise<void>, holder: string) => () => Promise<StepResult>;

interface Running {
  /** Lets the worker go on to its next turn. Null while it runs. */
  release: (() => void) | null;
  onBlocked: () => void;
  idleSteps: number;
}

/** Workers that stand still between any two of their reads and writes, until they get a turn; or never, by a crash. */
export class Workers {
  readonly #running: Running[] = [];
  readonly #create: CreateWorker;
  #started = 0;
  crashes = 0;

  constructor(count: number, create: CreateWorker) {
    this.#create = create;
    for (let index = 0; index < count; index++) this.#start(index);
  }

  #start(index: number): void {
    const own: Running = { release: null, onBlocked: () => {}, idleSteps: 0 };
    this.#running[index] = own;
    const turn = () =>
      new Promise<void>((resolve) => {
        own.release = resolve;
        own.onBlocked();
      });
    const step = this.#create(turn, `worker ${++this.#started}`);
    void (async () => {
      for (;;) {
        const result = await step().catch(() => 'failed' as const);
        own.idleSteps = result === 'more' || result === 'failed' ? 0 : own.idleSteps + 1;
        // A step may end without a turn of its own.
        await turn();
      }
    })();
  }

  /** Runs one worker to its next turn. */
  async resume(index: number): Promise<void> {
    const own = this.#running[index];
    if (!own) return;
    if (!own.release) await new Promise<void>((resolve) => (own.onBlocked = resolve));
    const blocked = new Promise<void>((resolve) => (own.onBlocked = resolve));
    const release = own.release;
    own.release = null;
    release?.();
    await blocked;
  }

  /** The worker never goes on, and another starts in its place. */
  crash(index: number): void {
    this.crashes++;
    this.#start(index);
  }

  areIdle(): boolean {
    return this.#running.every(({ idleSteps }) => idleSteps >= 2);
  }

  wake(): void {
    for (const own of this.#running) own.idleSteps = 0;
  }
}
