import { configDefaults, defineConfig } from 'vitest/config';
import { SlowFirst } from './server/test/support/slow-first.ts';
import { SlowestReporter } from './server/test/support/slowest-reporter.ts';
import { projects } from './test-projects.ts';

export default defineConfig({
  test: {
    // Once for all projects, which do not inherit it: they share one Postgres.
    globalSetup: ['server/test/support/global-setup.ts'],
    reporters: ['default', new SlowestReporter()],
    sequence: { sequencer: SlowFirst },
    // Tests wait for processes and timers more than they compute.
    maxWorkers: 4,
    projects: Object.entries(projects).map(([name, { include, exclude, retry }]) => ({
      test: {
        name,
        include,
        exclude: [...configDefaults.exclude, ...exclude],
        setupFiles: ['server/test/support/seed.ts', 'server/test/support/processor-time.ts'],
        // Files of one worker share the loaded modules: loading them 200 times took a third of the run. So no file may
        // replace a module; what a test stands in for, it hands to the context.
        isolate: false,
        retry,
        // Long enough for a crowded machine: what hangs is found all the same.
        testTimeout: 120_000,
        hookTimeout: 180_000,
      },
    })),
  },
});
