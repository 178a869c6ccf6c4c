import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesBelow, readImports } from './imports.ts';
import { crowdedFolders, problemsIn } from './rules.ts';

/** All code, also that of the proofs and the tests. */
const folders = [
  'server/src',
  'server/simulation',
  'server/campaign',
  'server/drill',
  'server/bench',
  'server/test',
  'web',
  'sdk/src',
  'cli/src',
  'devnet',
];

/** `npm run lint` runs this after Biome. A folder can be given, for tests. */
const root = resolve(process.argv[2] ?? '.');
const present = folders.filter((folder) => existsSync(join(root, folder)));
const problems = [
  ...problemsIn(readImports(root, present)),
  ...crowdedFolders(filesBelow(root, ['server/src', 'web'])),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`\n${problems.length} problem${problems.length === 1 ? '' : 's'} in the structure.`);
  process.exitCode = 1;
}
