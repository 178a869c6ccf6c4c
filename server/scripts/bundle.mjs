// Bundles the service with its packages into server/dist: reading 1,500 files took most of the time to start. Plain
// JavaScript, because it runs before anything is built.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const server = fileURLToPath(new URL('../', import.meta.url));
const dayMs = 24 * 60 * 60 * 1000;

/** A service that runs while it is built anew still loads the files it was started from. Older ones go. */
function removeOldFiles() {
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const path = join(dist, entry.name);
    const isOld = entry.isDirectory() || Date.now() - statSync(path).mtimeMs > dayMs;
    if (isOld) rmSync(path, { recursive: true });
  }
}

const entryPoints = {
  cli: 'src/cli/cli.ts',
  'drawing-thread': 'src/pages/pdf/drawing-thread.ts',
  // Tests that kill the embedded Postgres open it alone.
  'embedded-postgres': 'src/platform/db/embedded/embedded-postgres.ts',
};
/**
 * Others to build instead, as `name=path`. `--replace JSON` changes a piece of one file, for the simulator's planted bugs.
 * `--outdir` builds for a package, elsewhere and without source maps. `--one-file` puts what is loaded on demand into it, too.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'string' }, outdir: { type: 'string' }, 'one-file': { type: 'boolean' } },
});
const dist = values.outdir ?? join(server, 'dist');
const named = positionals.map((argument) => argument.split('='));

/** Fails unless the file has the piece exactly once. */
function replacing({ file, from, to }) {
  return {
    name: 'replace',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path !== join(server, 'src', file)) return undefined;
        const parts = (await readFile(path, 'utf8')).split(from);
        if (parts.length !== 2) throw new Error(`${file} has "${from}" ${parts.length - 1} times`);
        return { contents: parts.join(to), loader: 'ts' };
      }),
  };
}

await build({
  absWorkingDir: server,
  entryPoints: named.length > 0 ? Object.fromEntries(named) : entryPoints,
  outdir: dist,
  bundle: true,
  splitting: !values['one-file'],
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: values.outdir === undefined,
  sourcesContent: false,
  // These read files of their own, or are installed for one platform, or are not there in production.
  external: ['@embedded-postgres/*', '@node-rs/argon2', 'fontkit', 'litesvm', 'pdfkit', 'pg-native', 'tsx'],
  // Packages in CommonJS load parts of Node with `require`.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
  },
  plugins: values.replace ? [replacing(JSON.parse(values.replace))] : [],
  logLevel: 'warning',
});
removeOldFiles();
