import { expect, it, vi } from 'vitest';
import { createSignInGate } from './sign-in-gate.ts';

it('releases every waiting request after sign-in', async () => {
  const gate = createSignInGate();
  const waiting = [gate.wait(), gate.wait()];
  expect(gate.isClosed()).toBe(true);
  gate.open(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(gate.isClosed()).toBe(false);
});

it('notifies subscribers when it closes and opens, until they unsubscribe', () => {
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
