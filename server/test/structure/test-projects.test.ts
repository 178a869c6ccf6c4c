import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { projects, proofs, slow } from '../../../test-projects.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The tests of plug-ins have a configuration of their own: they need the software of shops. */
function* testFilesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !/^(\..*|node_modules|dist|data|woocommerce|medusa)$/.test(entry.name))
      yield* testFilesIn(path);
    if (/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

/** As Vitest finds them: a file of two projects is there twice. */
function filesOfProjects(): { file: string; projectName: string }[] {
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(stdout, stderr).toMatch(/^\[/);
  return JSON.parse(stdout);
}

const found = filesOfProjects();

it('every test file belongs to one project', () => {
  const all = [...testFilesIn(root)].map((path) => relative(root, path));
  expect(found.map(({ file }) => relative(root, file)).sort()).toEqual(all.sort());
  expect(new Set(found.map(({ projectName }) => projectName))).toEqual(new Set(Object.keys(projects)));
});

it('npm test and test:rest run every project once between them', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const run = `${scripts.test} ${scripts['test:rest']}`.matchAll(/--project (\w+)/g);
  expect([...run].map(([, name]) => name).sort()).toEqual(Object.keys(projects).sort());
});

it.each([
  ...proofs.map((name) => [name, 'a proof', (project: string) => project === 'proof'] as const),
  ...slow.map((name) => [name, 'no proof', (project: string) => project !== 'proof'] as const),
])('%s, which is listed, is %s', (name, _what, isRight) => {
  const listed = found.filter(({ file, projectName }) => file.includes(`/${name}`) && isRight(projectName));
  expect(listed).not.toEqual([]);
});
