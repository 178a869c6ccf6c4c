import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export interface Import {
  /** Paths relative to the root, with forward slashes. */
  from: string;
  to: string;
  typeOnly: boolean;
  /** `export … from`. */
  reExport: boolean;
}

const sources = /\.(ts|tsx)$/;
const skipped = new Set(['node_modules', 'dist', 'generated']);
const statements = /^(import|export) (type )?(?:[^'";]*? from )?'(\.{1,2}\/[^']+)'/gm;
const dynamics = /\bimport\(\s*'(\.{1,2}\/[^']+)'/g;

/** Every relative import between the TypeScript files below the given folders, those of types included. */
export function readImports(root: string, folders: readonly string[]): Import[] {
  return folders
    .flatMap((folder) => walk(join(root, folder)))
    .flatMap((path) => importsOf(root, path, readFileSync(path, 'utf8')));
}

/** TypeScript files, relative to the root. */
export function filesBelow(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => walk(join(root, folder))).map((path) => toPath(root, path));
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return sources.test(entry.name) ? [path] : [];
  });
}

function importsOf(root: string, path: string, text: string): Import[] {
  const from = toPath(root, path);
  const target = (specifier: string | undefined) => toPath(root, join(dirname(path), specifier ?? ''));
  return [
    ...[...text.matchAll(statements)].map(([, keyword, type, specifier]) => ({
      from,
      to: target(specifier),
      typeOnly: type !== undefined,
      reExport: keyword === 'export',
    })),
    ...[...text.matchAll(dynamics)].map(([, specifier]) => ({
      from,
      to: target(specifier),
      typeOnly: false,
      reExport: false,
    })),
  ];
}

function toPath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Groups of files that import each other in a circle (Tarjan's strongly connected components of two or more). */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const own = index.size;
    index.set(file, own);
    lowest.set(file, own);
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      const reached = index.has(target)
        ? stack.includes(target)
          ? index.get(target)
          : undefined
        : visit(target);
      lowest.set(file, Math.min(lowest.get(file) ?? own, reached ?? own));
    }
    if (lowest.get(file) === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1 || targets.get(file)?.includes(file)) circles.push(circle.sort());
    }
    return lowest.get(file) ?? own;
  }

  for (const file of targets.keys()) if (!index.has(file)) visit(file);
  return circles;
}
