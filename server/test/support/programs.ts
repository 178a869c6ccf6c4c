import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs on this machine. */
export function findProgram(...names: string[]): string | undefined {
  // Debian puts servers where only root's shell looks.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Under any of its names. Says so when a test is left out; `.ci/run` installs what is needed, and fails if it is not there. */
export function findOrSay(...names: string[]): string | undefined {
  const found = findProgram(...names);
  if (!found)
    process.stderr.write(`NOT RUN: there is no ${names[0]} on this machine; see CONTRIBUTING.md.\n`);
  return found;
}
