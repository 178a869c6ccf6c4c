import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileContracts } from '../compile.ts';

const artifacts = new URL('../artifacts/', import.meta.url);

it('the committed artifacts are what the sources compile to', () => {
  const compiled = compileContracts();
  expect(readdirSync(artifacts).sort()).toEqual([...compiled.keys()].map((name) => `${name}.json`).sort());
  for (const [name, text] of compiled)
    expect(readFileSync(new URL(`${name}.json`, artifacts), 'utf8') === text, name).toBe(true);
});
