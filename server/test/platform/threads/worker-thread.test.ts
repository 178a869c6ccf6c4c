import { afterEach, expect, it } from 'vitest';
import { createWorkerThread, type WorkerThread } from '../../../src/platform/worker-thread.ts';

let thread: WorkerThread<string, string>;
afterEach(() => thread.stop());

function start(deadlineMs: number): WorkerThread<string, string> {
  thread = createWorkerThread(new URL('./fixture', import.meta.url), { deadlineMs, maxHeapMb: 32 });
  return thread;
}

it('a job that never ends is stopped at its deadline, and the next one is done by a new thread', async () => {
  start(1000);
  await expect(thread.run('hang')).rejects.toMatchObject({ reason: 'deadline' });
  expect(await thread.run('again')).toBe('AGAIN');
});

it.each(['throw', 'grow'])('a thread that dies of "%s" is replaced', async (job) => {
  start(60_000);
  await expect(thread.run(job)).rejects.toMatchObject({ reason: 'crash' });
  expect(await thread.run('again')).toBe('AGAIN');
  await expect(thread.run('refuse')).rejects.toThrow('refused');
  expect(await thread.run('more')).toBe('MORE');
});

it('stopping ends the job in progress, and starts no more', async () => {
  start(60_000);
  expect(await thread.run('first')).toBe('FIRST');
  const hanging = expect(thread.run('hang')).rejects.toMatchObject({ reason: 'stopped' });
  await thread.stop();
  await hanging;
  await expect(thread.run('late')).rejects.toMatchObject({ reason: 'stopped' });
});
