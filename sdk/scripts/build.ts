import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiles the package as ES modules and as CommonJS, each with its own declarations. */
const sdk = fileURLToPath(new URL('..', import.meta.url));
// By path: the bare name would resolve to an older compiler that a dependency of this workspace brings.
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

rmSync(join(sdk, 'dist'), { recursive: true, force: true });
for (const kind of ['esm', 'cjs']) {
  execFileSync(process.execPath, [tsc, '-p', `tsconfig.${kind}.json`], { cwd: sdk, stdio: 'inherit' });
  nameJavaScript(join(sdk, 'dist', kind));
}
writeFileSync(join(sdk, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

/** The compiler keeps `.ts` in the imports of declaration files; the package contains `.js`. */
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
