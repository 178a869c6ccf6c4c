import { resolve } from 'node:path';
import { structureProblems } from './problems.ts';

/** `npm run lint` runs this after Biome. A folder can be given, for tests. */
const problems = structureProblems(resolve(process.argv[2] ?? '.'));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`\n${problems.length} problem${problems.length === 1 ? '' : 's'} in the structure.`);
  process.exitCode = 1;
}
