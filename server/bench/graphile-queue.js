// Baseline for deliveries: what one would use instead of a queue of one's own. graphile-worker with its batches on, one job
// for each delivery, signed as the contract asks. It keeps no attempts, and knows no endpoints.
import { createHmac } from 'node:crypto';
import { Logger, run } from 'graphile-worker';
import { Pool } from 'undici';

const { url, headers, body, key, concurrency } = JSON.parse(process.env['BENCH_QUEUE'] ?? '{}');
const { origin, pathname } = new URL(url);
const receivers = new Pool(origin, { connections: concurrency, pipelining: 1 });
const sign = (name, text) => createHmac(name, key).update(text).digest('hex');
let sent = 0;
const runner = await run({
  connectionString: process.env['BENCH_DATABASE_URL'],
  logger: new Logger(() => () => {}),
  noHandleSignals: true,
  concurrency,
  maxPoolSize: Number(process.env['BENCH_POOL_SIZE']),
  preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  taskList: {
    async deliver() {
      const signed = {
        ...headers,
        'x-service-signature': sign('sha256', body),
        'webhook-signature': sign('sha256', `evt.${Date.now()}.${body}`),
      };
      const answer = await receivers.request({ path: pathname, method: 'POST', headers: signed, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`the receiver returned ${answer.statusCode}`);
      sent++;
    },
  },
});
process.on('message', () => {
  process.send?.({ sent: String(sent) });
});
for (const end of ['SIGTERM', 'disconnect'])
  process.once(end, async () => {
    await runner.stop();
    process.exit(0);
  });
process.send?.({ ready: 'yes' });
