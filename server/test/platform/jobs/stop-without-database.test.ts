import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Line, startLine } from '../../support/line.ts';
import { type RunningCommand, start, until } from '../../support/process.ts';
import { createDatabase } from '../../support/service.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 60_000 });
const patienceMs = 60_000;
/** Well above what a stop without a database takes, well below what the driver waits between two connections. */
const stopWithinMs = 30_000;

let database: Awaited<ReturnType<typeof createDatabase>>;
let line: Line;
let command: RunningCommand | null = null;
beforeEach(async () => {
  database = await createDatabase();
  line = await startLine(database.url);
});
afterEach(async () => {
  await command?.end('SIGKILL');
  await line.close();
  await database.drop();
});

async function run(...args: string[]): Promise<RunningCommand> {
  const started = start(args, {
    DATABASE_URL: line.url,
    MASTER_KEY: 'ab'.repeat(32),
    PORT: '0',
    DRAIN_SECONDS: '0',
  });
  command = started;
  await until(() => started.output().includes('workers started'), patienceMs, started.output);
  return started;
}

async function stop(started: RunningCommand): Promise<number | string | null> {
  const tooLate = new Promise<string>((resolve) =>
    setTimeout(resolve, stopWithinMs, 'still running').unref(),
  );
  return Promise.race([started.end('SIGTERM'), tooLate]);
}

it.each([['work'], ['serve']])(
  '%s whose database does not answer stops when it is asked to',
  async (name) => {
    const process = await run(name);
    line.silence();
    expect(await stop(process), process.output()).toBe(0);
    expect(process.output()).toContain('The database does not respond');
  },
);

it('one whose database answers stops as ever, and says nothing of it', async () => {
  const process = await run('work');
  expect(await stop(process), process.output()).toBe(0);
  expect(process.output()).not.toContain('does not respond');
});
