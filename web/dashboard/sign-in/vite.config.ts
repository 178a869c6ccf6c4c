import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const web = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the pages without sign-in with Preact in place of React, which alone is larger than their limit. The sign-in form
 * is also part of the dashboard, where React renders it.
 */
export default defineConfig({
  root: web,
  base: './',
  publicDir: false,
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    manifest: '.vite/sign-in.json',
    outDir: 'dist',
    emptyOutDir: false,
    target: ['chrome108', 'edge108', 'firefox104', 'safari16'],
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: { 'sign-in': `${web}dashboard/sign-in/main.tsx` } },
  },
});
