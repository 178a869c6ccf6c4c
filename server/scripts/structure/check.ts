import { resolve } from 'node:path';
import { readImports } from './imports.ts';
import { problemsIn } from './rules.ts';

/** `npm run lint` runs this after Biome. A folder can be given, for tests. */
const root = resolve(process.argv[2] ?? '.');
const problems = problemsIn(readImports(root, ['server/src', 'web', 'sdk/src', 'cli/src', 'devnet']));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`\n${problems.length} problem${problems.length === 1 ? '' : 's'} in the structure.`);
  process.exitCode = 1;
}
