import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
      'sdk/test/**/*.test.ts',
      'web/**/*.test.ts',
    ],
    globalSetup: ['server/test/support/global-setup.ts'],
    // Tests wait for processes and timers more than they compute.
    maxWorkers: 3,
    // Files of one worker share the loaded modules: loading them 200 times took a third of the run. So no file may replace
    // a module; what a test stands in for, it hands to the context.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
