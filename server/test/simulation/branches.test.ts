import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readList, withoutListed } from '../../simulation/branches/list.ts';
import type { Unreached } from '../../simulation/branches/unreached.ts';
import { groupBy } from '../../src/lib/group-by.ts';
import { isLong } from '../support/chance.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));
const list = readList();

/**
 * V8's counts of the same histories differ a little: in two runs by one branch in each of two files. And a change that moves what
 * histories do moves some counts by one or two, in both directions.
 */
const slack = { ofFile: 2, ofAll: 10 };

/** The same histories each time, so that the same branches are reached. */
async function unreachedBy(...histories: string[]): Promise<Unreached[]> {
  execFileSync(process.execPath, [
    `${server}scripts/bundle.mjs`,
    'simulate=simulation/main.ts',
    'history-worker=simulation/history-worker.ts',
  ]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${server}dist/simulate.js`, '--coverage', '--jobs', '2', ...histories],
    { maxBuffer: 50_000_000 },
  );
  const found = [...stdout.matchAll(/^([\w/-]+\.ts):(\d+) (.*)$/gm)].map(
    ([, file = '', line, text = '']) => ({
      file,
      line: Number(line),
      text,
    }),
  );
  expect(found.length, stdout).toBeGreaterThan(0);
  return found;
}

// If one of these fails, let a history reach the branch. If none can, say why in server/simulation/branches/unreached.json.

it('histories reach what decides and moves money, but for branches that are listed and a few rare ones', {
  timeout: 1_800_000,
}, async () => {
  const found = withoutListed(await unreachedBy('--histories', '40', '--seed', '1'), list);
  const more = [...groupBy(found, ({ file }) => file)].filter(
    ([file, branches]) => branches.length > (list.rare[file] ?? 0) + slack.ofFile,
  );
  expect(more).toEqual([]);
  const rare = Object.values(list.rare).reduce((sum, count) => sum + count, 0);
  expect(found.length, JSON.stringify(found, null, 2)).toBeLessThanOrEqual(rare + slack.ofAll);
});

if (isLong)
  it('1,000 histories reach all of them but those that are listed', { timeout: 7_200_000 }, async () => {
    const found = await unreachedBy('--mixed', '--histories', '1000', '--seed', '990001');
    const open = new Set(found.map(({ file, text }) => `${file}: ${text}`));
    const listed = Object.entries(list.files).flatMap(([file, all]) =>
      all.map(({ text }) => `${file}: ${text}`),
    );
    const reached = listed.filter((one) => !open.has(one));
    process.stderr.write(`Listed, and reached: take them off the list.\n${reached.join('\n')}\n`);
    expect(withoutListed(found, list)).toEqual([]);
  });
