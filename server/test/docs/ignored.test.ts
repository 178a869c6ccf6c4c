import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { blocksOf, guides, root } from './blocks.ts';

/* Guides are followed in a clone. What they write there may hold keys, and must never be committed. */

const written = [
  /(?:^|[^2&])>\s*([\w./-]+\.\w+)/g,
  /\btee ([\w./-]+\.\w+)/g,
  /\s(?:-o|--output)[ =]([\w./-]+)/g,
  /^\s*cp (?:-\w+ )*\S+ ([\w./-]+)$/gm,
  /\bdatabase export ([\w./-]+)/g,
];
const writtenBy = (code: string) =>
  written.flatMap((form) => [...code.matchAll(form)].map(([, name = '']) => name));

it('git ignores every file that a guide makes', () => {
  const names = guides()
    .flatMap((guide) => blocksOf(guide))
    .flatMap(({ language, file, code }) => [
      ...(file ? [file] : []),
      ...(language === 'sh' ? writtenBy(code) : []),
    ]);
  const made = [...new Set(names)].filter((name) => !name.startsWith('/'));
  expect(made).toEqual(
    expect.arrayContaining(['endpoint.json', 'data-backup', 'payments.csv', 'causeway.saved']),
  );
  const ignored = spawnSync('git', ['check-ignore', ...made], { cwd: root, encoding: 'utf8' }).stdout.split(
    '\n',
  );
  expect(made.filter((name) => !ignored.includes(name))).toEqual([]);
});
