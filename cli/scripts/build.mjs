// Bundles the commands for developers into cli/dist, without dependencies. Plain JavaScript, because it runs before
// anything is built.
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../', import.meta.url));
const server = fileURLToPath(new URL('../../server/src/', import.meta.url));
const bundled = /^(undici|typebox|@noble\/hashes|ipaddr\.js)(\/|$)/;

/** Modules of the service of which nothing is used stay out, with the packages they load: no database, no mail. */
const onlyWhatIsUsed = {
  name: 'only-what-is-used',
  setup(plugin) {
    plugin.onResolve({ filter: /^/ }, async ({ path, importer, pluginData, ...rest }) => {
      if (pluginData === 'resolved' || !importer.startsWith(server)) return undefined;
      if (!path.startsWith('.') && !bundled.test(path)) return { path, external: true, sideEffects: false };
      return {
        ...(await plugin.resolve(path, { ...rest, importer, pluginData: 'resolved' })),
        sideEffects: false,
      };
    });
  },
};

/** Of the OpenAPI document, the bodies of the operations that `operations.ts` names. */
const onlyBodies = {
  name: 'only-bodies',
  setup(plugin) {
    plugin.onLoad({ filter: /\/openapi\.json$/ }, ({ path }) => {
      const { paths } = JSON.parse(readFileSync(path, 'utf8'));
      const kept = ['/api/v1/payment_links', '/api/v1/invoices'].map((name) => [
        name,
        { post: { requestBody: paths[name].post.requestBody } },
      ]);
      return { contents: JSON.stringify({ paths: Object.fromEntries(kept) }), loader: 'json' };
    });
  },
};

rmSync(`${folder}dist`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: { cli: 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  plugins: [onlyWhatIsUsed, onlyBodies],
  // undici is in CommonJS, and loads parts of Node with `require`.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
});
const needed = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
const packages = needed.filter(({ path, external }) => external && !path.startsWith('node:'));
if (packages.length > 0)
  throw new Error(
    `The bundle needs ${packages.map(({ path }) => path).join(', ')}: the package has no dependencies`,
  );
