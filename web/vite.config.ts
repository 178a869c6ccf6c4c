import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The server writes the HTML itself and finds the files by `dist/.vite/manifest.json`. */
export default defineConfig({
  root: here,
  // Chunks find each other relative to themselves, so that the service also works below a path of a proxy.
  base: './',
  build: {
    manifest: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome108', 'edge108', 'firefox104', 'safari16'],
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { checkout: `${here}checkout/main.tsx`, dashboard: `${here}dashboard/main.tsx` },
      // Libraries mark their files for servers that render React. Ours does not. How long plugins take is no fault.
      checks: { moduleLevelDirective: false, pluginTimings: false },
    },
  },
});
