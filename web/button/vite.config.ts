import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const web = fileURLToPath(new URL('..', import.meta.url));

/** Builds one classic script with a fixed name, since merchants' pages link to it, into the pages' dist folder. */
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
