import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiles the package twice: as ES modules and as CommonJS, each with declarations of its own kind. */
const sdk = fileURLToPath(new URL('..', import.meta.url));
// By its path, since a dependency of this workspace brings an older compiler that a bare name would find first.
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

rmSync(join(sdk, 'dist'), { recursive: true, force: true });
for (const kind of ['esm', 'cjs']) {
  execFileSync(process.execPath, [tsc, '-p', `tsconfig.${kind}.json`], { cwd: sdk, stdio: 'inherit' });
  nameJavaScript(join(sdk, 'dist', kind));
}
writeFileSync(join(sdk, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

/** The compiler leaves the source's .ts in the imports of declarations, and only .js names what is packed. */
function nameJavaScript(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(folder, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/((?:from |import\()["']\..*?)\.ts(["'])/g, '$1.js$2'),
    );
  }
}
