// Bundled like the service itself, so that it is measured without a loader.

import { startService } from '../src/app/service.ts';
import { createSender, type Sender } from '../src/messages/webhooks/deliveries/sender.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import { createResolver } from '../src/platform/dns/resolver.ts';
import { fixedRates } from '../src/treasury/prices/fixed-rates.ts';

/** The receivers are on this machine, where live deliveries never go. */
const asTest = (sender: Sender): Sender => ({
  ...sender,
  send: (outgoing) => sender.send({ ...outgoing, environment: 'test' }),
});

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
    CHAINS_FILE: process.env['BENCH_CHAINS_FILE'] ?? '',
    WALLET_FILE: process.env['BENCH_WALLET_FILE'] ?? '',
    // Gas of the local chains is as dear as that of ethereum.
    SETTLER_GAS_BPS: '2000',
  }),
  { http: true, workers: true },
  {
    requestsPerMinute: { test: 1e9, live: 1e9 },
    rates: { test: fixedRates, live: fixedRates },
    ...(process.env['BENCH_CHAINS_FILE'] ? { sender: asTest(createSender()) } : {}),
    ...(process.env['BENCH_DNS']
      ? { resolve: createResolver({ servers: [process.env['BENCH_DNS']] }).resolve }
      : {}),
  },
);
process.send?.({
  url: service.ctx.config.publicUrl,
  key: service.credentials?.test_key,
  liveKey: service.credentials?.live_key,
});
for (const end of ['SIGTERM', 'disconnect'])
  process.once(end, async () => {
    await service.stop();
    process.exit(0);
  });
