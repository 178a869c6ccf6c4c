import { readFileSync, statSync } from 'node:fs';

const checkEveryMs = 1000;

/**
 * Returns a function that gives the parsed file and reads it again when it changed. Reads are synchronous: asynchronous
 * ones use the shared threads, which others can keep busy. A missing file counts as empty.
 */
export function watchedFile<T>(path: string, parse: (text: string) => T, nowMs: () => number): () => T {
  let version = '';
  let parsed = parse('');
  let checkedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (nowMs() - checkedMs < checkEveryMs) return parsed;
    checkedMs = nowMs();
    const found = versionOf(path);
    if (found === version) return parsed;
    version = found;
    parsed = parse(textOf(path));
    return parsed;
  };
}

function versionOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
