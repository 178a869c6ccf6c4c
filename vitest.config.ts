import { defineConfig } from 'vitest/config';
import { SlowFirst } from './server/test/support/slow-first.ts';
import { SlowestReporter } from './server/test/support/slowest-reporter.ts';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
      'sdk/test/**/*.test.ts',
      'cli/test/**/*.test.ts',
      'web/**/*.test.ts',
      'devnet/test/**/*.test.ts',
      'contracts/test/**/*.test.ts',
    ],
    globalSetup: ['server/test/support/global-setup.ts'],
    setupFiles: ['server/test/support/seed.ts', 'server/test/support/processor-time.ts'],
    reporters: ['default', new SlowestReporter()],
    sequence: { sequencer: SlowFirst },
    // Tests wait for processes and timers more than they compute.
    maxWorkers: 4,
    // Files of one worker share the loaded modules: loading them 200 times took a third of the run. So no file may replace
    // a module; what a test stands in for, it hands to the context.
    isolate: false,
    // Long enough for a crowded machine: what hangs is found all the same.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
