import { readFileSync } from 'node:fs';
import type { Unreached } from './unreached.ts';

/** A branch is named by its source text, since lines move. A text that a file has twice is listed twice. */
interface Listed {
  text: string;
  kind: string;
  /** A test that executes it, from the root of the repository. */
  test?: string;
  /** What the kind does not say. */
  why?: string;
}

export interface UnreachedList {
  /** Why histories do not reach a branch. */
  kinds: Record<string, string>;
  /** How many more of each file the forty histories of CI leave out, which 1,000 reach. */
  rare: Record<string, number>;
  /** What 1,000 histories leave out, by file of `server/src`. */
  files: Record<string, Listed[]>;
}

export function readList(): UnreachedList {
  return JSON.parse(readFileSync(new URL('unreached.json', import.meta.url), 'utf8'));
}

/** What the list does not have. */
export function withoutListed(found: readonly Unreached[], { files }: UnreachedList): Unreached[] {
  const left = new Map<string, number>();
  for (const [file, branches] of Object.entries(files))
    for (const { text } of branches) left.set(`${file} ${text}`, (left.get(`${file} ${text}`) ?? 0) + 1);
  return found.filter(({ file, text }) => {
    const times = left.get(`${file} ${text}`) ?? 0;
    left.set(`${file} ${text}`, times - 1);
    return times <= 0;
  });
}
