import { expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

it('a module is loaded once, also by two at once', async () => {
  const load = vi.fn(async () => 'module');
  const once = loadOnce(load);
  expect(await Promise.all([once(), once()])).toEqual(['module', 'module']);
  expect(await once()).toBe('module');
  expect(load).toHaveBeenCalledTimes(1);
});

it('one that could not be loaded is tried again', async () => {
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(new Error('no such file'));
  const once = loadOnce(load);
  await expect(Promise.all([once(), once()])).rejects.toThrow('no such file');
  expect(await once()).toBe('module');
  expect(load).toHaveBeenCalledTimes(2);
});
