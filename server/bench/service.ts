// Bundled like the service itself, so that it is measured without a loader.
import { parseConfig } from '../src/config.ts';
import { createResolver } from '../src/dns/resolver.ts';
import { startService } from '../src/service.ts';

/** The measured service, in its own process and without a rate limit. */
const service = await startService(
  parseConfig({
    PORT: '0',
    DEMO: '1',
    SIGN_UP: 'on',
    WEBHOOKS_ALLOW_PRIVATE: '1',
    MASTER_KEY: process.env['BENCH_MASTER_KEY'] ?? '',
    DATA_DIR: process.env['BENCH_DATA_DIR'] ?? '',
    DATABASE_URL: process.env['BENCH_DATABASE_URL'] ?? '',
    DATABASE_POOL_SIZE: process.env['BENCH_POOL_SIZE'] ?? '',
  }),
  { http: true, workers: true },
  {
    requestsPerMinute: { test: 1e9, live: 1e9 },
    resolve: createResolver({ servers: [process.env['BENCH_DNS'] ?? ''] }).resolve,
  },
);
process.send?.({ url: service.ctx.config.publicUrl, key: service.credentials?.test_key });
process.on('SIGTERM', async () => {
  await service.stop();
  process.exit(0);
});
