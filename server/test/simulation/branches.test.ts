import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { groupBy } from '../../src/lib/group-by.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));
/** The same histories each time, so that the same branches are reached. */
const histories = ['--histories', '40', '--seed', '1', '--jobs', '2'];

/** How many branches of each file that decides or moves money are known not to be reached by them. */
const known: Record<string, number> = JSON.parse(
  readFileSync(new URL('../../simulation/branches/unreached.json', import.meta.url), 'utf8'),
);

/**
 * V8's counts of the same histories differ a little: in two runs by one branch in each of two files. And a change that moves what
 * histories do moves some counts by one or two, in both directions.
 */
const slack = { ofFile: 2, ofAll: 10 };

it('histories reach what decides and moves money, but for branches that are known', {
  timeout: 1_800_000,
}, async () => {
  execFileSync(process.execPath, [
    `${server}scripts/bundle.mjs`,
    'simulate=simulation/main.ts',
    'history-worker=simulation/history-worker.ts',
  ]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${server}dist/simulate.js`, '--coverage', ...histories],
    { maxBuffer: 50_000_000 },
  );
  const found = stdout.split('\n').filter((line) => /^[\w/-]+\.ts:\d+ /.test(line));
  expect(found.length, stdout).toBeGreaterThan(0);
  const byFile = groupBy(found, (line) => line.slice(0, line.indexOf(':')));
  const more = [...byFile]
    .filter(([file, lines]) => lines.length > (known[file] ?? 0) + slack.ofFile)
    .flatMap(([file, lines]) => [`${file}: ${lines.length} instead of ${known[file] ?? 0}`, ...lines]);
  // Let a history reach them. If none can, say why in docs/reliability.md and count them in unreached.json.
  expect(more).toEqual([]);
  const ofAll = Object.values(known).reduce((sum, count) => sum + count, 0);
  expect(found.length, stdout).toBeLessThanOrEqual(ofAll + slack.ofAll);
});
