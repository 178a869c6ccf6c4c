import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SourcePlant } from './plant.ts';

/** Bundles the worker process of the simulator with a bug in it. Returns its file. */
export function bundlePlanted(name: string, { file, from, to }: SourcePlant): string {
  // Beside the bundle of the simulator, too.
  const server = import.meta.url.endsWith('.ts') ? '../../' : '../';
  const pathOf = (path: string) => fileURLToPath(new URL(`${server}${path}`, import.meta.url));
  const replace = JSON.stringify({ file, from, to });
  const args = [
    pathOf('scripts/bundle.mjs'),
    `planted-${name}=simulation/history-worker.ts`,
    '--replace',
    replace,
  ];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  return pathOf(`dist/planted-${name}.js`);
}
