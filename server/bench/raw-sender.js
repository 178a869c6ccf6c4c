// Baseline for deliveries: undici sending the same bytes, signed in advance, without a database.
import { Pool } from 'undici';

const { url, headers, body, count, concurrency } = JSON.parse(process.env['BENCH_RAW'] ?? '{}');
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
process.on('message', async () => {
  let left = count;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
        await answer.body.dump();
      }
    }),
  );
  process.send?.({ sent: String(count) });
});
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
process.send?.({ ready: 'yes' });
