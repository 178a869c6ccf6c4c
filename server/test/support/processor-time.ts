import { afterAll, beforeAll } from 'vitest';
import { processorSeconds } from './process-times.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time that a file took: its worker, and the worker's browser and processes. */
    processorSeconds?: number;
  }
}

let before = 0;

beforeAll(() => {
  before = processorSeconds(process.pid);
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern for the fixtures, of which there are none.
afterAll(({}, file) => {
  file.meta.processorSeconds = processorSeconds(process.pid) - before;
});
