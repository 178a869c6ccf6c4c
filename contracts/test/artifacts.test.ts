import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileContracts } from '../compile.ts';

it('every artifact is what the compiler makes of the sources', () => {
  for (const [path, text] of compileContracts()) {
    const committed = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    expect(committed === text, `${path} is stale: run node --import tsx contracts/compile.ts`).toBe(true);
  }
});
