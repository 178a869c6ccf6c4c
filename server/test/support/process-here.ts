import { vi } from 'vitest';
import { runCli } from '../../src/cli/main.ts';
import { cleanEnv, type Finished } from './process.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a command to its end in this process, for cases that differ in arguments alone: a process of its own takes a second
 * of processor time for each. Not for commands that print through the log, nor for two at once.
 */
export async function causewayHere(args: string[], env: Record<string, string>): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += text;
      return true;
    }),
  );
  const outside = process.env;
  const before = signals.map((name) => new Set(process.listeners(name)));
  process.env = cleanEnv(env);
  try {
    return { code: await runCli(args), ...printed };
  } finally {
    process.env = outside;
    for (const spy of spies) spy.mockRestore();
    for (const [index, name] of signals.entries()) {
      for (const listener of process.listeners(name)) {
        if (!before[index]?.has(listener)) process.removeListener(name, listener);
      }
    }
  }
}
