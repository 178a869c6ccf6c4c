import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const folder = fileURLToPath(new URL('../medusa/', import.meta.url));
/** Where Medusa looks for the parts of a plug-in. */
const parts = {
  'jobs/causeway-events.js': 'eventsJob',
  'subscribers/causeway-order-canceled.js': 'orderCanceledSubscriber',
};

/** Writes the package that a shop installs, the SDK bundled into it, and returns its path. */
export function packMedusa(): string {
  for (const made of ['dist', '.medusa']) rmSync(join(folder, made), { recursive: true, force: true });
  buildSync({
    entryPoints: [join(folder, 'src/index.ts')],
    outfile: join(folder, 'dist/index.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@medusajs/framework'],
  });
  for (const [path, name] of Object.entries(parts)) {
    const file = join(folder, '.medusa/server/src', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `module.exports = require('../../../../dist/index.js').${name};\n`);
  }
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', 'dist'];
  return join(folder, 'dist', execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim());
}
