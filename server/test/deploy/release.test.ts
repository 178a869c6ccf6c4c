import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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

const migrations = 'server/src/platform/db/migrations';
const commit = (message: string) => git('commit', '--quiet', '--all', '--message', message);

/** With something to release, also where this commit is a release itself. */
beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--no-tags', root, clone]);
  const changelog = read('CHANGELOG.md');
  if (!/^## Unreleased$/m.test(changelog))
    writeFileSync(
      join(clone, 'CHANGELOG.md'),
      changelog.replace(/^## /m, '## Unreleased\n\n- Things.\n\n## '),
    );
  writeFileSync(join(clone, migrations, '9990_things.sql'), 'create table things (n integer);\n');
  git('add', '--all');
  commit('Add things');
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
    'plugins/medusa/package.json',
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
  expect(changelog).toMatch(/^## 7\.8\.9 \(\d{4}-\d\d-\d\d\)\n\nMigrations: .*`9990_things\.sql`/m);
  expect(changelog).not.toContain('## Unreleased');
  expect(read('plugins/woocommerce/readme.txt')).toContain('Stable tag: 7.8.9');
  expect(read('plugins/woocommerce/causeway-woocommerce.php')).toMatch(
    /Version: 7\.8\.9\n[\s\S]*VERSION = '7\.8\.9'/,
  );
  expect(read('docs/woocommerce.md')).toContain('causeway-woocommerce-7.8.9.zip');
  commit('Release 7.8.9');
  expect(run('--check')).toEqual({ status: 0, said: '' });
  git('tag', 'v7.8.9');
  expect(run('--check')).toEqual({ status: 0, said: '' });
  expect(run('7.8.9')).toMatchObject({ status: 1, said: expect.stringContaining('released before') });
});

it('the release before a commit is found by its tag, and by its subject where there are no tags', () => {
  const head = git('rev-parse', 'HEAD').trim();
  const before = run('--last').said;
  git('commit', '--quiet', '--allow-empty', '--message', 'Go on\n\nRelease 9.9.9 comes later.');
  const found = { status: 0, said: `${JSON.stringify({ version: '7.8.9', commit: head })}\n` };
  expect(run('--last')).toEqual(found);
  git('tag', '--delete', 'v7.8.9');
  expect(run('--last')).toEqual(found);
  expect(run('7.8.9')).toMatchObject({ status: 1, said: expect.stringContaining('released before') });
  git('reset', '--quiet', '--hard', head);
  expect(run('--last').said).toBe(before);
  expect(before).not.toContain('7.8.9');
});

it('a migration is as it was released, or the next release is refused', () => {
  const path = join(clone, migrations, '9990_things.sql');
  const text = readFileSync(path, 'utf8');
  const checksum = createHash('sha256').update(text).digest('hex');
  expect(JSON.parse(read('server/src/platform/db/released-migrations.json'))).toMatchObject({
    '9990_things.sql': checksum,
  });
  writeFileSync(path, `${text}-- changed`);
  commit('Change a migration');
  const refused = expect.stringContaining('9990_things.sql was changed after it was released');
  writeFileSync(join(clone, 'CHANGELOG.md'), `## Unreleased\n\n${read('CHANGELOG.md')}`);
  commit('Note it');
  expect(run('7.9.0')).toMatchObject({ status: 1, said: refused });
  expect(git('status', '--porcelain')).toBe('');
  git('reset', '--quiet', '--hard', 'HEAD~2');
});

it('CI refuses a release of another version, one whose changelog is open, and files that were left behind', () => {
  writeFileSync(join(clone, 'CHANGELOG.md'), `## Unreleased\n\n${read('CHANGELOG.md')}`);
  commit('Go on');
  expect(run('--check')).toEqual({ status: 0, said: '' });
  git('tag', 'v8.0.0');
  expect(run('--check')).toMatchObject({ status: 1, said: expect.stringContaining('v8.0.0') });
  git('tag', '--force', 'v7.8.9');
  expect(run('--check')).toMatchObject({ status: 1, said: expect.stringContaining('"Unreleased"') });
  const readme = read('plugins/woocommerce/readme.txt');
  writeFileSync(join(clone, 'plugins/woocommerce/readme.txt'), readme.replace('7.8.9', '7.8.8'));
  expect(run('--check')).toMatchObject({ status: 1, said: expect.stringContaining('readme.txt') });
});
