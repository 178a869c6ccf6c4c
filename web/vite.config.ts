import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The server renders the HTML and finds the built files in `dist/.vite/manifest.json`. */
export default defineConfig({
  root: here,
  // Relative URLs, so that the service also works below a path prefix.
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
      input: {
        checkout: `${here}checkout/main.tsx`,
        invoice: `${here}invoice/main.ts`,
        claim: `${here}claim/main.ts`,
        link: `${here}link/main.ts`,
        'checkout-preview': `${here}checkout-preview/main.tsx`,
        dashboard: `${here}dashboard/main.tsx`,
        site: `${here}site/main.ts`,
      },
      // Files of a few lines that several pages share would each be a request and a gzip dictionary of their own.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'languages',
              test: /(?:web\/shared\/locale(?:-storage)?|server\/src\/lib\/locales)\.ts$/,
            },
          ],
        },
      },
      // No warnings about "use client" directives in libraries or about slow plugins.
      checks: { moduleLevelDirective: false, pluginTimings: false },
    },
  },
});
