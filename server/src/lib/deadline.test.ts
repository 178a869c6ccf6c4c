import { expect, it } from 'vitest';
import { stepSignal } from './deadline.ts';

it('a step may send any number of requests at once, and all are told when its worker stops', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const stopping = new AbortController();
  const signal = stepSignal(stopping.signal);
  let told = 0;
  for (let request = 0; request < 100; request++) signal.addEventListener('abort', () => told++);
  // Warnings are told later.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
  stopping.abort();
  expect(told).toBe(100);
});
