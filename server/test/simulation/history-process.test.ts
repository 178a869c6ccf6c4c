import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processOf } from '../../simulation/history-process.ts';

/** A process as far as the pool uses one. It answers nothing. */
function openChild() {
  const sent: unknown[] = [];
  const child = Object.assign(new EventEmitter(), { send: (job: unknown) => void sent.push(job) });
  return { child, sent, runner: processOf(child as unknown as ChildProcess) };
}

const job = (seed: number) => ({ seed, groups: [], plant: null });

describe('a process of the simulator', () => {
  it('that ends in the middle of a history says which one and why', async () => {
    const { child, runner } = openChild();
    const run = runner.run(job(7));
    child.emit('exit', null, 'SIGKILL');
    await expect(run).rejects.toThrow('Seed 7 was not run to its end: its process ended with SIGKILL');
  });

  it('that ended before gets no history', async () => {
    const { child, sent, runner } = openChild();
    child.emit('exit', 1, null);
    await expect(runner.run(job(8))).rejects.toThrow(
      'Seed 8 was not run to its end: its process ended with code 1',
    );
    expect(sent).toEqual([]);
  });

  it('tells the error that ends it', async () => {
    const { child, runner } = openChild();
    const run = runner.run(job(9));
    child.emit('message', { failure: 'Error: nobody handled this' });
    child.emit('exit', 1, null);
    await expect(run).rejects.toThrow('Seed 9 was not run to its end: Error: nobody handled this');
  });

  it('runs one history after the other', async () => {
    const { child, sent, runner } = openChild();
    for (const seed of [1, 2]) {
      const run = runner.run(job(seed));
      child.emit('message', { outcome: { seed } });
      expect(await run).toEqual({ seed });
    }
    expect(sent).toEqual([job(1), job(2)]);
  });
});
