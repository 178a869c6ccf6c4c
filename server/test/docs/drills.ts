import { blocksOf } from './blocks.ts';

/** The commands that docs/operating.md gives for something, for the test that does it. */
export function drill(name: string): string[] {
  const found = blocksOf('docs/operating.md').filter((block) => block.drill === name);
  if (found.length === 0) throw new Error(`docs/operating.md has no block with drill:${name}`);
  return found.map(({ code }) => code);
}
