import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);
const timeout = 400_000;

/** Runs a program of the project and returns what it printed. Rejects when it fails. */
async function node(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: root, timeout: timeout - 20_000 });
  return stdout;
}

beforeAll(async () => {
  await node('server/scripts/bundle.mjs', 'bench-service=bench/service.ts');
}, timeout);

// Figures and goals mean nothing with so few of everything: this proves that each row can still be measured.
it('every part of the bench measures its rows', { timeout }, async () => {
  const printed = await node('--import', 'tsx', 'server/bench/main.ts', '--tiny');
  const parts = printed.match(/ …$/gm) ?? [];
  const rows = printed.match(/ +(met|MISSED) *$/gm) ?? [];
  expect(parts.length, printed).toBeGreaterThan(0);
  expect(rows.length, printed).toBeGreaterThanOrEqual(parts.length);
});

it('the price list measures every operation', { timeout }, async () => {
  const printed = await node('--import', 'tsx', 'server/bench/main.ts', 'prices', '--tiny');
  expect(printed).toContain('| Operation | Service, µs |');
  expect(
    printed.match(/^\| (create|read|event|refund|an hour|live payment|its completion|watched)/gm),
    printed,
  ).toHaveLength(8);
});

it('the longest turns of the event loop are measured', { timeout }, async () => {
  expect(await node('--import', 'tsx', 'server/bench/event-loop.ts', '--tiny')).toMatch(
    / ms {2}GET \/metrics\n$/,
  );
});
