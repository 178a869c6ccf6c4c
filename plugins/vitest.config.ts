import { defineConfig } from 'vitest/config';

/** Tests with the shops' own software, apart from the others: see plugins/README.md for what they need. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['server/test/support/global-setup.ts'],
    setupFiles: ['server/test/support/seed.ts'],
    include: ['plugins/*/test/**/*.test.ts'],
    // One shop at a time: each takes a database server, PHP and a browser.
    maxWorkers: 1,
    testTimeout: 400_000,
    // A first run installs Medusa.
    hookTimeout: 1_200_000,
  },
});
