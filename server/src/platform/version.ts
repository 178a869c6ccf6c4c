import { readFileSync } from 'node:fs';
import { serverFolder } from './places.ts';

/** The version of this build, such as 0.2.0. */
export function buildVersion(): string {
  return String(JSON.parse(readFileSync(new URL('package.json', serverFolder), 'utf8')).version);
}

/** Negative if the first is older. */
export function compareVersions(first: string, second: string): number {
  const [ours, theirs] = [first, second].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (ours?.[part] ?? 0) - (theirs?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
