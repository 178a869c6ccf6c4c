import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readList } from '../../simulation/branches/list.ts';
import { kindTable, unreachedPage } from '../../simulation/branches/page.ts';

const root = new URL('../../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const list = readList();

describe('the list of branches that no history reaches', () => {
  it.each(Object.entries(list.files))('names branches that are in %s', (file, branches) => {
    const left = textOf(`server/src/${file}`)
      .split('\n')
      .map((line) => line.trim());
    for (const { text } of branches) {
      expect(left).toContain(text);
      left.splice(left.indexOf(text), 1);
    }
  });

  it('gives each a kind that is explained, and tests that are there', () => {
    const all = Object.values(list.files).flat();
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(Object.keys(list.kinds)));
    for (const { test } of all) if (test) expect(existsSync(new URL(test, root)), test).toBe(true);
  });

  it('counts rare ones in files that are there', () => {
    for (const file of Object.keys(list.rare))
      expect(existsSync(new URL(`server/src/${file}`, root)), file).toBe(true);
  });

  it('is written down for readers (npm run generate)', () => {
    expect(textOf('docs/unreached-branches.md')).toBe(unreachedPage(list));
    expect(textOf('docs/reliability.md')).toContain(kindTable(list));
  });
});
