import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

/** What is wrong with the structure of a checkout, as one line each. */
export function structureProblems(root: string): string[] {
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  return [
    ...problemsIn(readImports(root, present)),
    ...crowdedFolders(filesBelow(root, ['server/src', 'web'])),
  ];
}
