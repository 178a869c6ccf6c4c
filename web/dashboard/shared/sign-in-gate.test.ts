import { expect, it, vi } from 'vitest';
import { createSignInGate } from './sign-in-gate.ts';

it('lets every waiting request go on once somebody has signed in', async () => {
  const gate = createSignInGate();
  const waiting = [gate.wait(), gate.wait()];
  expect(gate.isClosed()).toBe(true);
  gate.open(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(gate.isClosed()).toBe(false);
});

it('tells who watches that it closed and opened, until they stop', () => {
  const gate = createSignInGate();
  const listener = vi.fn();
  const stop = gate.subscribe(listener);
  void gate.wait();
  gate.open(false);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  void gate.wait();
  expect(listener).toHaveBeenCalledTimes(2);
});
