import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const script = join(root, 'server/scripts/release.mjs');
const folder = mkdtempSync(join(tmpdir(), 'causeway-release-'));
const clone = join(folder, 'clone');

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--root', clone, ...args], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};
const read = (path: string) => readFileSync(join(clone, path), 'utf8');

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--no-tags', root, clone]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('refuses what is no version, and a tree with changes', () => {
  expect(run('soon')).toMatchObject({ status: 1, said: expect.stringContaining('npm run release -- 0.2.0') });
  const before = read('README.md');
  writeFileSync(join(clone, 'README.md'), 'changed');
  expect(run('7.8.9')).toMatchObject({ status: 1, said: expect.stringContaining('not committed') });
  writeFileSync(join(clone, 'README.md'), before);
});

it('writes the version everywhere and closes the changelog, and CI accepts the tagged commit', () => {
  const released = run('7.8.9');
  expect(released).toMatchObject({ status: 0, said: expect.stringContaining('git tag v7.8.9') });
  for (const path of [
    'package.json',
    'server/package.json',
    'web/package.json',
    'sdk/package.json',
    'cli/package.json',
  ])
    expect(JSON.parse(read(path)).version, path).toBe('7.8.9');
  const lock = JSON.parse(read('package-lock.json'));
  for (const path of ['', 'server', 'web', 'sdk', 'cli']) expect(lock.packages[path].version).toBe('7.8.9');
  expect(read('docs/deploying.md')).toContain('causeway-server-7.8.9.tgz');
  const { version } = JSON.parse(read('plugins/medusa/package.json'));
  const medusa = JSON.parse(read('plugins/medusa/package-lock.json'));
  expect([medusa.version, medusa.packages[''].version]).toEqual([version, version]);
  for (const example of ['node-shop', 'paid-api'])
    expect(read(`examples/${example}/package.json`)).toContain('"@causeway/sdk": "^7.8.9"');
  const changelog = read('CHANGELOG.md');
  expect(changelog).toMatch(/^## 7\.8\.9 \(\d{4}-\d\d-\d\d\)\n\nMigrations: `0001_baseline\.sql`/m);
  expect(changelog).not.toContain('## Unreleased');
  git('commit', '--quiet', '--all', '--message', 'Release 7.8.9');
  git('tag', 'v7.8.9');
  expect(run('--check')).toEqual({ status: 0, said: '' });
  expect(run('7.8.9')).toMatchObject({ status: 1, said: expect.stringContaining('released before') });
});

it('CI refuses a tag of another version, and one whose changelog is open', () => {
  writeFileSync(join(clone, 'CHANGELOG.md'), `## Unreleased\n\n${read('CHANGELOG.md')}`);
  git('commit', '--quiet', '--all', '--message', 'Go on');
  expect(run('--check')).toEqual({ status: 0, said: '' });
  git('tag', 'v8.0.0');
  expect(run('--check')).toMatchObject({ status: 1, said: expect.stringContaining('v8.0.0') });
  git('tag', '--force', 'v7.8.9');
  expect(run('--check')).toMatchObject({ status: 1, said: expect.stringContaining('"Unreleased"') });
});
