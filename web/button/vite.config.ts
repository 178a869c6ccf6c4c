import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const web = fileURLToPath(new URL('..', import.meta.url));

/** One classic script whose name never changes: pages of merchants point at it. It joins what the pages were built into. */
export default defineConfig({
  root: web,
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: ['chrome108', 'edge108', 'firefox104', 'safari16'],
    reportCompressedSize: false,
    rolldownOptions: {
      input: `${web}button/main.ts`,
      output: { format: 'iife', entryFileNames: 'button.js' },
    },
  },
});
